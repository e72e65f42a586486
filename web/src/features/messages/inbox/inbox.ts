import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { LIVE_MS } from '../../../platform/api/held-queries.ts';
import type { LiveSocket } from '../../../platform/socket/live-socket.ts';
import { Store } from '../../../platform/store.ts';
import { inboxQuery } from './inbox-query.ts';
import {
  type HeardOf,
  type InboxPage,
  type InboxRow,
  inboxRows,
  unreadTotal,
  withHeardMessage,
  withHeardRead,
} from './inbox-rows.ts';

/** The inbox on this page: asked for once, and moved on by what the socket tells. */
export class Inbox {
  readonly rows = new Store<readonly InboxRow[]>([]);
  readonly unread = new Store(0);
  readonly #client: QueryClient;
  readonly #socket: LiveSocket;
  /** Told of the rows after each answer of the server. */
  readonly #onAnswer: (rows: readonly InboxRow[]) => void;
  #pages: readonly InboxPage[] = [];
  #heard: HeardOf = new Map();
  #deaf: () => void = () => {};

  constructor(client: QueryClient, socket: LiveSocket, onAnswer: (rows: readonly InboxRow[]) => void) {
    this.#client = client;
    this.#socket = socket;
    this.#onAnswer = onAnswer;
  }

  start(): void {
    const observer = new InfiniteQueryObserver(this.#client, {
      ...inboxQuery,
      // Without a socket nobody tells: then it is asked for again and again.
      refetchInterval: () => (this.#socket.state.value === 'open' ? false : LIVE_MS),
    });
    this.#deaf = observer.subscribe(({ data }) => {
      if (!data || data.pages === this.#pages) return;
      this.#pages = data.pages;
      this.#update();
      this.#onAnswer(this.rows.value);
    });
  }

  stop(): void {
    this.#deaf();
  }

  /** Something may have been missed. */
  refresh(): void {
    void this.#client.invalidateQueries({ queryKey: inboxQuery.queryKey });
  }

  row(userId: string): InboxRow | undefined {
    return this.rows.value.find((row) => row.userId === userId);
  }

  hearMessage(otherId: string, message: Message): void {
    this.#hear(otherId, withHeardMessage(this.#heard, otherId, message));
  }

  hearRead(otherId: string, upTo: string): void {
    this.#hear(otherId, withHeardRead(this.#heard, otherId, upTo));
  }

  #hear(otherId: string, heard: HeardOf): void {
    if (heard === this.#heard) return;
    this.#heard = heard;
    this.#update();
    // Of whom there is no row here, the server knows the name, and what it means for the sum.
    if (!this.row(otherId)?.user) this.refresh();
  }

  #update(): void {
    this.rows.set(inboxRows(this.#pages, this.#heard));
    this.unread.set(unreadTotal(this.#pages, this.#heard));
  }
}
