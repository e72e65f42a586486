import type { Message } from '../../../../../shared/contract/messages.ts';
import type { LiveSocket } from '../../../platform/socket/live-socket.ts';
import { Store } from '../../../platform/state/store.ts';
import {
  type OutboxState,
  planSends,
  type Refusal,
  withLostConnection,
  withNewMessage,
  withoutMessages,
  withRefused,
  withRestoredMessages,
  withRetry,
} from './outbox-state.ts';
import { OutboxStorage } from './outbox-storage.ts';

/** Maximum delay of a JavaScript timer, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Sends the member's messages in order, and keeps each until the server confirms that it is stored. */
export class Outbox {
  /** The messages that the server hasn't confirmed. */
  readonly unsentMessages: Store<OutboxState>;
  readonly #socket: LiveSocket;
  readonly #viewerId: string;
  readonly #storage: OutboxStorage;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: () => void = () => {};

  constructor(viewerId: string, socket: LiveSocket, storage = new OutboxStorage(viewerId)) {
    this.#viewerId = viewerId;
    this.#socket = socket;
    this.#storage = storage;
    this.unsentMessages = new Store(storage.read());
  }

  /** Sends waiting messages while the socket is open. Restores the messages of closed tabs. */
  start(): void {
    this.#unsubscribe = this.#socket.state.subscribe(() => {
      if (this.#socket.state.value !== 'open') this.#setState(withLostConnection(this.unsentMessages.value));
      this.#sendNext();
    });
    this.#storage.open((messages) => this.#setState(withRestoredMessages(this.unsentMessages.value, messages)));
    this.#sendNext();
  }

  /** Stops sending. The messages stay stored. */
  stop(): void {
    this.#storage.close();
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  /**
   * Adds a message, and sends it after the earlier messages of its conversation.
   *
   * @param knownUpTo - the newest stored message of the conversation that this tab has loaded
   */
  write(recipientId: string, content: string, knownUpTo?: string): void {
    const message = { clientMessageId: crypto.randomUUID(), recipientId, content, ...(knownUpTo && { knownUpTo }) };
    this.#setState(withNewMessage(this.unsentMessages.value, message, Date.now()));
    this.#sendNext();
  }

  /** Sends a failed message again. */
  retry(clientMessageId: string): void {
    this.#setState(withRetry(this.unsentMessages.value, clientMessageId, Date.now()));
    this.#socket.reconnectNow();
    this.#sendNext();
  }

  /** Removes a message without sending it. */
  discard(clientMessageId: string): void {
    this.#setState(withoutMessages(this.unsentMessages.value, new Set([clientMessageId])));
    this.#sendNext();
  }

  /** Removes messages that the server has stored. */
  confirm(messages: readonly Message[]): void {
    if (this.unsentMessages.value.length === 0) return;

    const ownMessages = messages.filter(({ sender }) => sender === this.#viewerId);
    const storedIds = new Set(ownMessages.map(({ clientMessageId }) => clientMessageId));
    this.#setState(withoutMessages(this.unsentMessages.value, storedIds));
    this.#sendNext();
  }

  /** Handles the server's refusal of a message. */
  refuse(clientMessageId: string, refusal: Refusal): void {
    this.#setState(withRefused(this.unsentMessages.value, clientMessageId, refusal, Date.now()));
    this.#sendNext();
  }

  /** Sends the messages whose turn has come, and sets a timer for the next change. */
  #sendNext(): void {
    clearTimeout(this.#timer);

    const now = Date.now();
    const isOpen = this.#socket.state.value === 'open';
    const plan = planSends(this.unsentMessages.value, { isOpen, now });
    this.#setState(plan.outbox);

    for (const { clientMessageId, recipientId, content } of plan.messagesToSend) {
      this.#socket.send({ action: 'sendMessage', clientMessageId, recipientId, content });
    }

    if (plan.nextTime !== Number.POSITIVE_INFINITY) {
      const delayMs = Math.min(MAX_TIMER_MS, Math.max(0, plan.nextTime - now));
      this.#timer = setTimeout(() => this.#sendNext(), delayMs);
    }
    if (plan.hasConnectionTimedOut) this.#socket.reconnectLater();
  }

  #setState(outbox: OutboxState): void {
    if (outbox === this.unsentMessages.value) return;
    this.unsentMessages.set(outbox);
    this.#storage.save(outbox);
  }
}
