import type { Message } from '../../../../../shared/contract/messages.ts';
import type { LiveSocket } from '../../../platform/socket/live-socket.ts';
import { Store } from '../../../platform/store.ts';
import {
  due,
  type Refusal,
  type Outbox as State,
  withLostConnection,
  without,
  withRefused,
  withRetried,
  withWritten,
} from './outbox-state.ts';
import { keepOutbox, readOutbox } from './stored-outbox.ts';

/** The longest that a timer can be set to, in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Sends what was written, one after the other, until the server says that it is stored. */
export class Outbox {
  readonly unsent: Store<State>;
  readonly #socket: LiveSocket;
  readonly #viewerId: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #deaf: () => void = () => {};

  constructor(viewerId: string, socket: LiveSocket) {
    this.#viewerId = viewerId;
    this.#socket = socket;
    this.unsent = new Store(readOutbox(viewerId));
  }

  start(): void {
    this.#deaf = this.#socket.state.subscribe(() => {
      if (this.#socket.state.value !== 'open') this.#become(withLostConnection(this.unsent.value));
      this.#work();
    });
    this.#work();
  }

  stop(): void {
    this.#deaf();
    clearTimeout(this.#timer);
  }

  write(recipientId: string, content: string): void {
    const message = { clientMessageId: crypto.randomUUID(), recipientId, content };
    this.#become(withWritten(this.unsent.value, message, Date.now()));
    this.#work();
  }

  retry(clientMessageId: string): void {
    this.#become(withRetried(this.unsent.value, clientMessageId, Date.now()));
    this.#socket.hurry();
    this.#work();
  }

  discard(clientMessageId: string): void {
    this.#become(without(this.unsent.value, new Set([clientMessageId])));
    this.#work();
  }

  /** These are stored, as the server has said in whichever way. */
  settle(messages: readonly Message[]): void {
    if (this.unsent.value.length === 0) return;
    const own = messages.filter(({ sender }) => sender === this.#viewerId);
    this.#become(without(this.unsent.value, new Set(own.map(({ clientMessageId }) => clientMessageId))));
    this.#work();
  }

  refuse(clientMessageId: string, refusal: Refusal): void {
    this.#become(withRefused(this.unsent.value, clientMessageId, refusal, Date.now()));
    this.#work();
  }

  #work(): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    const { outbox, send, deadConnection, next } = due(this.unsent.value, this.#socket.state.value === 'open', now);
    this.#become(outbox);
    for (const { clientMessageId, recipientId, content } of send) {
      this.#socket.send({ action: 'sendMessage', clientMessageId, recipientId, content });
    }
    if (next !== Number.POSITIVE_INFINITY) {
      this.#timer = setTimeout(() => this.#work(), Math.min(LONGEST_TIMER_MS, Math.max(0, next - now)));
    }
    if (deadConnection) this.#socket.restart();
  }

  #become(outbox: State): void {
    if (outbox === this.unsent.value) return;
    this.unsent.set(outbox);
    keepOutbox(this.#viewerId, outbox);
  }
}
