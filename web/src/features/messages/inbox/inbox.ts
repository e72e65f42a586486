import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import type { Message } from '../../../../../shared/contract/messages.ts';
import type { LiveSocket } from '../../../platform/socket/live-socket.ts';
import { Store } from '../../../platform/state/store.ts';
import { inboxQuery } from './inbox-query.ts';
import {
  buildInboxRows,
  countUnread,
  type InboxPage,
  type InboxRow,
  type InboxUpdates,
  withMessageUpdate,
  withReadUpdate,
} from './inbox-rows.ts';

/** How long the first load waits for the socket, in milliseconds. */
const SOCKET_TIMEOUT_MS = 3000;

/** Time between two requests for the inbox while the socket is closed, in milliseconds. */
const POLL_INTERVAL_MS = 30_000;

/** Loads the inbox once the socket is open, or after a timeout, and merges the socket's frames into it. */
export class Inbox {
  /** The rows, newest first. */
  readonly rows = new Store<readonly InboxRow[]>([]);
  /** The number of unread conversations. */
  readonly unreadCount = new Store(0);
  readonly #client: QueryClient;
  readonly #socket: LiveSocket;
  /** Receives the rows after each response of the server. */
  readonly #onServerRows: (rows: readonly InboxRow[]) => void;
  #pages: readonly InboxPage[] = [];
  #updates: InboxUpdates = new Map();
  /** Loads the inbox if the socket doesn't open in time. */
  #startTimer: ReturnType<typeof setTimeout> | undefined;
  #stopWatching: (() => void) | undefined;
  #stopLoading: (() => void) | undefined;
  #isLoadingMore = false;
  /** Whether to refresh after the request that is running. */
  #isStale = false;

  constructor(client: QueryClient, socket: LiveSocket, onServerRows: (rows: readonly InboxRow[]) => void) {
    this.#client = client;
    this.#socket = socket;
    this.#onServerRows = onServerRows;
  }

  /** Loads the inbox after a timeout, unless the socket opens before. */
  start(): void {
    this.#watch();
    this.#startTimer = setTimeout(() => this.#load(), SOCKET_TIMEOUT_MS);
  }

  /** Stops all requests. */
  stop(): void {
    clearTimeout(this.#startTimer);
    this.#stopWatching?.();
    this.#stopLoading?.();
  }

  /** Loads the inbox when the socket opens, because earlier frames may be missing. */
  handleConnect(): void {
    clearTimeout(this.#startTimer);
    // The response to a request that is already running may be older than the socket's first frame.
    const mustRefresh = this.#stopLoading !== undefined || this.#isFetching();

    if (!this.#stopLoading) this.#load();
    if (mustRefresh) this.#refresh();
  }

  findRow(userId: string): InboxRow | undefined {
    return this.rows.value.find((row) => row.userId === userId);
  }

  /** Adds a message that arrived through the socket. */
  addMessage(partnerId: string, message: Message): void {
    this.#apply(partnerId, withMessageUpdate(this.#updates, partnerId, message));
  }

  /** Shows a conversation as read up to a message. */
  markRead(partnerId: string, upTo: string): void {
    this.#apply(partnerId, withReadUpdate(this.#updates, partnerId, upTo));
  }

  /**
   * Updates the rows after each response, but requests nothing.
   *
   * The screen of the inbox requests it, too, often before the socket is open. If the rows didn't follow that response,
   * the screen would show an empty inbox.
   */
  #watch(): void {
    const observer = new InfiniteQueryObserver(this.#client, { ...inboxQuery, enabled: false });

    this.#stopWatching = observer.subscribe(({ data, isFetching, isFetchingNextPage }) => {
      this.#isLoadingMore = isFetchingNextPage;
      if (this.#isStale && !isFetching) this.#refresh();
      if (!data || data.pages === this.#pages) return;

      this.#pages = data.pages;
      this.#recompute();
      this.#onServerRows(this.rows.value);
    });
  }

  /** Loads the inbox, and polls it while the socket is closed. */
  #load(): void {
    const observer = new InfiniteQueryObserver(this.#client, {
      ...inboxQuery,
      refetchInterval: () => (this.#socket.state.value === 'open' ? false : POLL_INTERVAL_MS),
    });

    this.#stopLoading = observer.subscribe(() => {});
  }

  /** Returns whether a request for the inbox is running, including those of screens. */
  #isFetching(): boolean {
    return this.#client.isFetching({ queryKey: inboxQuery.queryKey }) > 0;
  }

  /**
   * Loads the inbox again. Waits for a page that is being loaded, because a refresh would cancel it, and for the first
   * response, because the query client doesn't repeat a request without one.
   */
  #refresh(): void {
    const hasResponse = this.#client.getQueryData(inboxQuery.queryKey) !== undefined;
    this.#isStale = this.#isLoadingMore || (!hasResponse && this.#isFetching());
    if (this.#isStale) return;
    void this.#client.invalidateQueries({ queryKey: inboxQuery.queryKey });
  }

  /** Applies updates of the socket, one of which belongs to this partner. */
  #apply(partnerId: string, updates: InboxUpdates): void {
    if (updates === this.#updates) return;

    this.#updates = updates;
    this.#recompute();
    // Loads the row of a new partner: only the server has the name and the new unread total.
    if (!this.findRow(partnerId)?.user) this.#refresh();
  }

  #recompute(): void {
    this.rows.set(buildInboxRows(this.#pages, this.#updates));
    this.unreadCount.set(countUnread(this.#pages, this.#updates));
  }
}
