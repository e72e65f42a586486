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

/** Without a socket by then, the inbox is asked for all the same. */
const SOCKET_WITHIN_MS = 3000;

/** The inbox on this page: asked for once there is a socket, and moved on by what that tells. */
export class Inbox {
  readonly rows = new Store<readonly InboxRow[]>([]);
  readonly unread = new Store(0);
  readonly #client: QueryClient;
  readonly #socket: LiveSocket;
  /** Told of the rows after each answer of the server. */
  readonly #onAnswer: (rows: readonly InboxRow[]) => void;
  #pages: readonly InboxPage[] = [];
  #heard: HeardOf = new Map();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #observing: (() => void) | undefined;

  constructor(client: QueryClient, socket: LiveSocket, onAnswer: (rows: readonly InboxRow[]) => void) {
    this.#client = client;
    this.#socket = socket;
    this.#onAnswer = onAnswer;
  }

  start(): void {
    this.#timer = setTimeout(() => this.#observe(), SOCKET_WITHIN_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#observing?.();
  }

  /** There is a socket from now on: what came before may have been missed. */
  connected(): void {
    clearTimeout(this.#timer);
    if (this.#observing) this.#refresh();
    else this.#observe();
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

  #observe(): void {
    const observer = new InfiniteQueryObserver(this.#client, {
      ...inboxQuery,
      // Without a socket nobody tells: then it is asked for again and again.
      refetchInterval: () => (this.#socket.state.value === 'open' ? false : LIVE_MS),
    });
    this.#observing = observer.subscribe(({ data }) => {
      if (!data || data.pages === this.#pages) return;
      this.#pages = data.pages;
      this.#update();
      this.#onAnswer(this.rows.value);
    });
  }

  #refresh(): void {
    void this.#client.invalidateQueries({ queryKey: inboxQuery.queryKey });
  }

  #hear(otherId: string, heard: HeardOf): void {
    if (heard === this.#heard) return;
    this.#heard = heard;
    this.#update();
    // Of whom there is no row here, the server knows the name, and what it means for the sum.
    if (!this.row(otherId)?.user) this.#refresh();
  }

  #update(): void {
    this.rows.set(inboxRows(this.#pages, this.#heard));
    this.unread.set(unreadTotal(this.#pages, this.#heard));
  }
}
