import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { contract } from '../../../shared/contract/contract.ts';
import type { Message } from '../../../shared/contract/messages.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import type { ServerFrame } from '../../../shared/contract/socket.ts';
import { MESSAGES_PAGE_LIMIT } from '../../../shared/depth/limits.ts';
import { type Timeline, UNKNOWN, withNewer, withReceived } from '../../../web/src/features/messages/chat/timeline.ts';
import {
  due,
  type Outbox,
  withLostConnection,
  without,
  withRefused,
  withWritten,
} from '../../../web/src/features/messages/outbox/outbox-state.ts';
import { backOff } from '../../../web/src/platform/socket/back-off.ts';
import type { Talker } from './talk.ts';

export interface Login {
  readonly userId: string;
  readonly accessToken: string;
}

/**
 * A member's messages as the page keeps them, with the page's own outbox, merging and back-off; only the screen is
 * missing.
 */
export class Client implements Talker {
  readonly userId: string;
  onHeard: (content: string) => void = () => {};
  readonly #accessToken: string;
  readonly #config: RuntimeConfig;
  readonly #answers = new Map<string, (stored: boolean) => void>();
  readonly #timelines = new Map<string, Timeline>();
  readonly #stale = new Set<string>();
  #outbox: Outbox = [];
  #socket: WebSocket | undefined;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #syncing = false;
  #closed = false;

  constructor({ userId, accessToken }: Login, config: RuntimeConfig) {
    this.userId = userId;
    this.#accessToken = accessToken;
    this.#config = config;
  }

  /** Connects, and does so again whenever the connection is lost; resolves with the first. */
  async open(others: readonly string[]): Promise<this> {
    for (const other of others) this.#timelines.set(other, { ...UNKNOWN, from: '' });
    await this.#connect();
    return this;
  }

  send(recipientId: string, content: string): Promise<boolean> {
    return new Promise((resolve) => {
      const clientMessageId = randomUUID();
      this.#answers.set(clientMessageId, resolve);
      this.#outbox = withWritten(this.#outbox, { clientMessageId, recipientId, content }, Date.now());
      this.#work();
    });
  }

  received(): string[] {
    return [...this.#timelines].flatMap(([other, { messages }]) =>
      messages.filter(({ sender }) => sender === other).map(({ content }) => content),
    );
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  async #connect(): Promise<void> {
    while (!this.#closed) {
      try {
        const { ticket } = (await this.#call('POST', contract.messages.ticket.path)) as { ticket: string };
        await this.#handshake(`${this.#config.socketUrl}?ticket=${encodeURIComponent(ticket)}`);
        return;
      } catch {
        await pause(backOff(this.#failures++));
      }
    }
  }

  #handshake(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address);
      socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)));
      socket.onopen = () => {
        this.#socket = socket;
        this.#failures = 0;
        for (const other of this.#timelines.keys()) this.#stale.add(other);
        void this.#sync();
        this.#work();
        resolve();
      };
      socket.onclose = () => {
        reject(new Error('The connection has ended.'));
        if (this.#socket === socket) void this.#reconnect();
      };
      socket.onerror = () => {};
    });
  }

  async #reconnect(): Promise<void> {
    this.#socket = undefined;
    this.#outbox = withLostConnection(this.#outbox);
    await pause(backOff(this.#failures++));
    await this.#connect();
  }

  #hear(frame: ServerFrame): void {
    if (frame.type === 'message') this.#receive(frame.message.sender, frame.message);
    else if (frame.type === 'sent') this.#receive(frame.message.recipient, frame.message);
    else if (frame.type !== 'error') return;
    else if (frame.code === 'Unauthenticated') this.#socket?.close();
    else if (frame.clientMessageId) {
      this.#outbox = withRefused(this.#outbox, frame.clientMessageId, frame, Date.now());
      this.#work();
    }
  }

  #receive(other: string, message: Message): void {
    this.#timelines.set(other, withReceived(this.#timelines.get(other) ?? { ...UNKNOWN, from: '' }, message));
    this.#settle([message]);
    if (message.sender === other) this.onHeard(message.content);
  }

  #settle(messages: readonly Message[]): void {
    const own = messages.filter(({ sender }) => sender === this.userId);
    this.#outbox = without(this.#outbox, new Set(own.map(({ clientMessageId }) => clientMessageId)));
    for (const { clientMessageId } of own) this.#answer(clientMessageId, true);
    this.#work();
  }

  #answer(clientMessageId: string, stored: boolean): void {
    this.#answers.get(clientMessageId)?.(stored);
    this.#answers.delete(clientMessageId);
  }

  #work(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const { outbox, send, deadConnection, next } = due(this.#outbox, this.#socket !== undefined, Date.now());
    this.#outbox = outbox;
    for (const { clientMessageId, recipientId, content } of send) {
      this.#socket?.send(JSON.stringify({ action: 'sendMessage', clientMessageId, recipientId, content }));
    }
    for (const { clientMessageId, state } of outbox) if (state === 'failed') this.#answer(clientMessageId, false);
    if (Number.isFinite(next)) this.#timer = setTimeout(() => this.#work(), Math.max(0, next - Date.now()));
    if (deadConnection) this.#socket?.close();
  }

  /** Asks for whatever may have been missed, until it is here. */
  async #sync(): Promise<void> {
    if (this.#syncing) return;
    this.#syncing = true;
    for (let failures = 0; this.#stale.size > 0 && !this.#closed; ) {
      const [other = ''] = this.#stale;
      this.#stale.delete(other);
      try {
        while (await this.#askNewer(other));
        failures = 0;
      } catch {
        this.#stale.add(other);
        await pause(500 + backOff(failures++));
      }
    }
    this.#syncing = false;
  }

  async #askNewer(other: string): Promise<boolean> {
    const { upTo } = this.#timelines.get(other) ?? UNKNOWN;
    const path = contract.messages.conversation.path.replace('{userId}', other);
    const page = (await this.#call('GET', `${path}?after=${upTo}&limit=${MESSAGES_PAGE_LIMIT}`)) as {
      messages: Message[];
      more: boolean;
    };
    this.#timelines.set(other, withNewer(this.#timelines.get(other) ?? { ...UNKNOWN, from: '' }, page));
    this.#settle(page.messages);
    return page.more;
  }

  async #call(method: string, path: string): Promise<unknown> {
    const response = await fetch(`${this.#config.apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#accessToken}` },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
}
