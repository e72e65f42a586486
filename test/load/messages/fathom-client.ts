import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { contract } from '../../../shared/contract/contract.ts';
import type { Message } from '../../../shared/contract/messages.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import type { ServerFrame } from '../../../shared/contract/socket-frames.ts';
import { MESSAGES_PAGE_LIMIT } from '../../../shared/rules/limits.ts';
import {
  EMPTY_TIMELINE,
  type Timeline,
  withNewer,
  withReceived,
} from '../../../web/src/features/messages/chat/timeline.ts';
import {
  type OutboxState,
  planSends,
  withLostConnection,
  withNewMessage,
  withoutMessages,
  withRefused,
} from '../../../web/src/features/messages/outbox/outbox-state.ts';
import { backoffDelay } from '../../../web/src/platform/time/backoff-delay.ts';
import type { Login } from '../register-member.ts';
import type { ChatClient } from './ping-pong.ts';

/** The timeline of a new conversation. It is complete from its beginning. */
const NEW_TIMELINE: Timeline = { ...EMPTY_TIMELINE, completeFrom: '' };

/** A member's client without a screen. Uses the outbox, the timeline, and the backoff of the web app. */
export class FathomClient implements ChatClient {
  readonly userId: string;
  onMessage: (content: string) => void = () => {};
  readonly #accessToken: string;
  readonly #config: RuntimeConfig;
  /** Resolvers of unfinished sends, by client message ID. */
  readonly #pendingSends = new Map<string, (wasStored: boolean) => void>();
  readonly #timelines = new Map<string, Timeline>();
  /** Partners whose newer messages must be fetched. */
  readonly #stalePartnerIds = new Set<string>();
  #outbox: OutboxState = [];
  #socket: WebSocket | undefined;
  /** Number of failed connections since the last successful one. */
  #failures = 0;
  #outboxTimer: NodeJS.Timeout | undefined;
  #isSyncing = false;
  #isClosed = false;

  constructor({ userId, accessToken }: Login, config: RuntimeConfig) {
    this.userId = userId;
    this.#accessToken = accessToken;
    this.#config = config;
  }

  /** Connects, and reconnects whenever the connection is lost. Resolves after the first connection. */
  async open(partnerIds: readonly string[]): Promise<this> {
    for (const partnerId of partnerIds) this.#timelines.set(partnerId, NEW_TIMELINE);
    await this.#connect();
    return this;
  }

  /**
   * Adds a message to the outbox, and sends it.
   *
   * @returns true when the server confirms it; false when the outbox gives up
   */
  send(recipientId: string, content: string): Promise<boolean> {
    return new Promise((resolve) => {
      const clientMessageId = randomUUID();
      this.#pendingSends.set(clientMessageId, resolve);
      this.#outbox = withNewMessage(this.#outbox, { clientMessageId, recipientId, content }, Date.now());
      this.#processOutbox();
    });
  }

  /** Returns the texts of all messages from partners, including those fetched after a reconnect. */
  listReceived(): string[] {
    return [...this.#timelines].flatMap(([partnerId, { messages }]) =>
      messages.filter(({ sender }) => sender === partnerId).map(({ content }) => content),
    );
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#outboxTimer);
    this.#socket?.close();
  }

  /** Tries to open a socket until an attempt succeeds. Waits between attempts, with the web app's backoff. */
  async #connect(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const { ticket } = (await this.#call('POST', contract.sockets.ticket.path)) as { ticket: string };
        await this.#openSocket(`${this.#config.socketUrl}?ticket=${encodeURIComponent(ticket)}`);
        return;
      } catch {
        await pause(backoffDelay(this.#failures++));
      }
    }
  }

  /**
   * Makes one attempt to open a socket. Rejects if it fails.
   *
   * When the socket is open, sends the outbox and fetches missed messages. When it closes later, reconnects.
   */
  #openSocket(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address);
      socket.onmessage = ({ data }) => this.#handleFrame(JSON.parse(String(data)));
      socket.onopen = () => {
        this.#socket = socket;
        this.#failures = 0;
        for (const partnerId of this.#timelines.keys()) this.#stalePartnerIds.add(partnerId);
        void this.#sync();
        this.#processOutbox();
        resolve();
      };

      socket.onclose = () => {
        reject(new Error('The connection has closed.'));
        if (this.#socket === socket) void this.#reconnect();
      };
      socket.onerror = () => {};
    });
  }

  /** Connects again after a lost connection. Marks all unconfirmed messages to be sent again. */
  async #reconnect(): Promise<void> {
    this.#socket = undefined;
    this.#outbox = withLostConnection(this.#outbox);
    await pause(backoffDelay(this.#failures++));
    await this.#connect();
  }

  #handleFrame(frame: ServerFrame): void {
    if (frame.type === 'message') this.#receive(frame.message.sender, frame.message);
    else if (frame.type === 'sent') this.#receive(frame.message.recipient, frame.message);
    else if (frame.type === 'error') this.#handleError(frame);
  }

  #handleError(frame: ServerFrame & { type: 'error' }): void {
    if (frame.code === 'Unauthenticated') {
      this.#socket?.close();
    } else if (frame.clientMessageId) {
      this.#outbox = withRefused(this.#outbox, frame.clientMessageId, frame, Date.now());
      this.#processOutbox();
    }
  }

  #receive(partnerId: string, message: Message): void {
    this.#timelines.set(partnerId, withReceived(this.#timelines.get(partnerId) ?? NEW_TIMELINE, message));
    this.#confirmOwn([message]);
    if (message.sender === partnerId) this.onMessage(message.content);
  }

  /** Removes the member's own messages from the outbox: the server has stored them. */
  #confirmOwn(messages: readonly Message[]): void {
    const ownMessages = messages.filter(({ sender }) => sender === this.userId);
    this.#outbox = withoutMessages(this.#outbox, new Set(ownMessages.map(({ clientMessageId }) => clientMessageId)));
    for (const { clientMessageId } of ownMessages) this.#resolveSend(clientMessageId, true);
    this.#processOutbox();
  }

  #resolveSend(clientMessageId: string, wasStored: boolean): void {
    this.#pendingSends.get(clientMessageId)?.(wasStored);
    this.#pendingSends.delete(clientMessageId);
  }

  /** Sends the messages that are due, gives up those that have failed too often, and plans the next call. */
  #processOutbox(): void {
    clearTimeout(this.#outboxTimer);
    if (this.#isClosed) return;

    const { outbox, messagesToSend, hasConnectionTimedOut, nextTime } = planSends(this.#outbox, {
      isOpen: this.#socket !== undefined,
      now: Date.now(),
    });
    this.#outbox = outbox;

    for (const { clientMessageId, recipientId, content } of messagesToSend) {
      this.#socket?.send(JSON.stringify({ action: 'sendMessage', clientMessageId, recipientId, content }));
    }
    for (const { clientMessageId, state } of outbox) {
      if (state === 'failed') this.#resolveSend(clientMessageId, false);
    }

    if (Number.isFinite(nextTime)) {
      this.#outboxTimer = setTimeout(() => this.#processOutbox(), Math.max(0, nextTime - Date.now()));
    }
    if (hasConnectionTimedOut) this.#socket?.close();
  }

  /** Fetches missed messages of all stale conversations, with retries. */
  async #sync(): Promise<void> {
    if (this.#isSyncing) return;

    this.#isSyncing = true;
    let failures = 0;
    while (this.#stalePartnerIds.size > 0 && !this.#isClosed) {
      const [partnerId = ''] = this.#stalePartnerIds;
      this.#stalePartnerIds.delete(partnerId);
      try {
        let hasMore = true;
        while (hasMore) hasMore = await this.#fetchNewer(partnerId);
        failures = 0;
      } catch {
        this.#stalePartnerIds.add(partnerId);
        await pause(500 + backoffDelay(failures++));
      }
    }
    this.#isSyncing = false;
  }

  /** Fetches a page of newer messages. Returns whether there are more. */
  async #fetchNewer(partnerId: string): Promise<boolean> {
    const { completeUpTo } = this.#timelines.get(partnerId) ?? EMPTY_TIMELINE;
    const path = contract.messages.conversation.path.replace('{userId}', partnerId);

    const page = (await this.#call('GET', `${path}?after=${completeUpTo}&limit=${MESSAGES_PAGE_LIMIT}`)) as {
      messages: Message[];
      more: boolean;
    };
    this.#timelines.set(partnerId, withNewer(this.#timelines.get(partnerId) ?? NEW_TIMELINE, page));
    this.#confirmOwn(page.messages);

    return page.more;
  }

  async #call(method: string, path: string): Promise<unknown> {
    const response = await fetch(`${this.#config.apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#accessToken}` },
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  }
}
