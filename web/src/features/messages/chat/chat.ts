import type { Message } from '../../../../../shared/contract/messages.ts';
import { MESSAGES_PAGE_LIMIT } from '../../../../../shared/rules/limits.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { Store } from '../../../platform/state/store.ts';
import { backoffDelay } from '../../../platform/time/backoff-delay.ts';
import {
  type ChatState,
  type ConversationResponse,
  INITIAL_CHAT_STATE,
  type Watermarks,
  withMessage,
  withResponse,
  withWatermark,
} from './chat-state.ts';
import { isMessageMissing, withEarlier, withLatest, withNewer } from './timeline.ts';

/** How long the typing indicator stays after the last typing frame, in milliseconds. */
const TYPING_INDICATOR_MS = 5000;

/** Minimum delay before a failed request for missing messages is retried, in milliseconds. The backoff is added. */
const MIN_RETRY_DELAY_MS = 500;

type FetchMessages = (
  range: { before?: string; after?: string; limit?: number },
  options?: { retries: 'caller' },
) => Promise<ConversationResponse>;

/** Loads one conversation and keeps its state up to date. */
export class Chat {
  readonly state = new Store<ChatState>(INITIAL_CHAT_STATE);
  /** Where the member was reading when the chat left the screen, in pixels from the top. Undefined at the end. */
  scrollTop: number | undefined;
  readonly #fetch: FetchMessages;
  readonly #onStored: (messages: readonly Message[]) => void;
  #isLoading = false;
  /** Whether messages may be missing, because the socket was closed or the chat wasn't on screen. */
  #isStale = false;
  #isSyncing = false;
  /** How many components show the chat. */
  #watcherCount = 0;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param onStored - receives the messages of every response */
  constructor(fetchMessages: FetchMessages, onStored: (messages: readonly Message[]) => void) {
    this.#fetch = fetchMessages;
    this.#onStored = onStored;
  }

  /** Keeps the chat up to date while it is on screen. Returns a function to call when it leaves the screen. */
  readonly watch = (): (() => void) => {
    this.#watcherCount += 1;

    // A loaded chat may be stale: the partner may have a new name, have risen, or have left.
    if (this.state.value.partner === undefined) void this.load();
    else this.loadMissing();

    return () => {
      this.#watcherCount -= 1;
    };
  };

  /** Loads the newest messages. */
  async load(): Promise<void> {
    if (this.#isLoading) return;

    this.#isLoading = true;
    this.#update((state) => ({ ...state, error: undefined }));
    // Messages that are missed from now on are loaded after the response.
    this.#isStale = false;

    try {
      const response = await this.#fetch({});
      this.#update((state) => withResponse(state, response, withLatest));
      this.#onStored(response.messages);
    } catch (error) {
      console.error(error);
      this.#update((state) => ({ ...state, error: error as Error }));
    } finally {
      this.#isLoading = false;
    }

    void this.#sync();
  }

  /** Loads the page before the oldest loaded message. */
  async loadEarlier(): Promise<void> {
    const { timeline, earlierStatus } = this.state.value;
    if (!timeline.completeFrom || earlierStatus === 'loading') return;

    this.#update((state) => ({ ...state, earlierStatus: 'loading' }));

    try {
      const response = await this.#fetch({ before: timeline.completeFrom });
      this.#update((state) => ({ ...withResponse(state, response, withEarlier), earlierStatus: 'idle' }));
      this.#onStored(response.messages);
    } catch (error) {
      console.error(error);
      this.#update((state) => ({ ...state, earlierStatus: 'failed' }));
    }
  }

  /** Loads messages that may be missing: now, or when the chat comes on screen. */
  loadMissing(): void {
    this.#isStale = true;
    const { error } = this.state.value;
    // Repeats a first load that has failed, because `#sync` only continues a loaded chat.
    if (error instanceof ApiError && error.isTransient && this.#watcherCount > 0) void this.load();
    else void this.#sync();
  }

  /** Adds a message that arrived through the socket. */
  receive(message: Message): void {
    this.#update((state) => withMessage(state, message));
  }

  /** Loads missing messages if this one hasn't arrived. Each frame names the previous message. */
  loadIfMissing(id: string | undefined): void {
    if (id !== undefined && isMessageMissing(this.state.value.timeline, id)) this.loadMissing();
  }

  /** Moves a watermark forward. */
  moveWatermark(whose: keyof Watermarks, messageId: string): void {
    this.#update((state) => withWatermark(state, whose, messageId));
  }

  /** Shows or hides the typing indicator. */
  setTyping(isTyping: boolean): void {
    clearTimeout(this.#typingTimer);
    if (isTyping) this.#typingTimer = setTimeout(() => this.setTyping(false), TYPING_INDICATOR_MS);

    if (isTyping === this.state.value.isPartnerTyping) return;
    this.#update((state) => ({ ...state, isPartnerTyping: isTyping }));
  }

  /** Stops all timers, and loads nothing more. */
  stop(): void {
    clearTimeout(this.#typingTimer);
    clearTimeout(this.#retryTimer);
    this.#watcherCount = 0;
  }

  /** Loads all newer messages, page by page, and retries with backoff until it succeeds. */
  async #sync(failedAttempts = 0): Promise<void> {
    clearTimeout(this.#retryTimer);
    const isLoaded = this.state.value.partner !== undefined && !this.#isLoading;
    if (this.#isSyncing || !isLoaded || this.#watcherCount === 0) return;

    this.#isSyncing = true;

    try {
      while (this.#isStale) {
        this.#isStale = false;
        let hasMore = true;
        while (hasMore) hasMore = await this.#fetchNewer();
      }
    } catch (error) {
      // The partner deleted their account before the first message, so there is no conversation to load.
      if (error instanceof ApiError && error.code === 'NotFound') {
        this.#update((state) => ({ ...state, hasPartnerLeft: true }));
        return;
      }

      console.warn('Messages may be missing. Loading them again.', error);
      this.#isStale = true;
      const delayMs = MIN_RETRY_DELAY_MS + backoffDelay(failedAttempts);
      this.#retryTimer = setTimeout(() => void this.#sync(failedAttempts + 1), delayMs);
    } finally {
      this.#isSyncing = false;
    }
  }

  /** Loads one page of newer messages. Returns whether there are more. */
  async #fetchNewer(): Promise<boolean> {
    const range = { after: this.state.value.timeline.completeUpTo, limit: MESSAGES_PAGE_LIMIT };
    // The API client doesn't retry, because `#sync` does.
    const response = await this.#fetch(range, { retries: 'caller' });

    this.#update((state) => withResponse(state, response, withNewer));
    this.#onStored(response.messages);
    return response.more;
  }

  #update(change: (state: ChatState) => ChatState): void {
    this.state.set(change(this.state.value));
  }
}
