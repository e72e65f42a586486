import type { Message } from '../../../../../shared/contract/messages.ts';
import { MESSAGES_PAGE_LIMIT } from '../../../../../shared/depth/limits.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { backOff } from '../../../platform/socket/back-off.ts';
import { Store } from '../../../platform/store.ts';
import {
  type ChatState,
  type ConversationAnswer,
  NEW_CHAT,
  type Watermarks,
  withAnswer,
  withMessage,
  withRead,
} from './chat-state.ts';
import { withLatest, withNewer, withOlder } from './timeline.ts';

/** How long somebody is said to be typing after the last sign of it. */
const TYPING_SHOWN_MS = 5000;

type Ask = (range: { before?: string; after?: string; limit?: number }) => Promise<ConversationAnswer>;

/** One conversation: what of it is on this page, and how to get the rest. */
export class Chat {
  readonly state = new Store<ChatState>(NEW_CHAT);
  readonly #ask: Ask;
  readonly #onStored: (messages: readonly Message[]) => void;
  #loading = false;
  /** Whether something may be missing that came while nobody listened. */
  #stale = false;
  #syncing = false;
  #screens = 0;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  /** @param onStored - told of all messages that an answer brings */
  constructor(ask: Ask, onStored: (messages: readonly Message[]) => void) {
    this.#ask = ask;
    this.#onStored = onStored;
  }

  /** Keeps it complete for as long as it is on screen. */
  readonly watch = (): (() => void) => {
    this.#screens += 1;
    if (this.state.value.user === undefined) void this.load();
    // The other may have another name by now, have risen, or have left.
    else this.missed();
    return () => {
      this.#screens -= 1;
    };
  };

  /** Asks for the latest messages. */
  async load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    this.#change((state) => ({ ...state, error: undefined }));
    // Whatever comes to be missed from here on is asked for when the answer is here.
    this.#stale = false;
    try {
      const answer = await this.#ask({});
      this.#change((state) => withAnswer(state, answer, withLatest));
      this.#onStored(answer.messages);
    } catch (error) {
      console.error(error);
      this.#change((state) => ({ ...state, error: error as Error }));
    } finally {
      this.#loading = false;
    }
    void this.#sync();
  }

  /** Asks for the page before those that are here. */
  async loadOlder(): Promise<void> {
    const { timeline, older } = this.state.value;
    if (!timeline.from || older === 'loading') return;
    this.#change((state) => ({ ...state, older: 'loading' }));
    try {
      const answer = await this.#ask({ before: timeline.from });
      this.#change((state) => ({ ...withAnswer(state, answer, withOlder), older: 'idle' }));
      this.#onStored(answer.messages);
    } catch (error) {
      console.error(error);
      this.#change((state) => ({ ...state, older: 'failed' }));
    }
  }

  /** Something may have been missed: it is asked for, now if the conversation is on screen, or when it is. */
  missed(): void {
    this.#stale = true;
    const { error } = this.state.value;
    if (error instanceof ApiError && error.isPassing && this.#screens > 0) void this.load();
    else void this.#sync();
  }

  receive(message: Message): void {
    this.#change((state) => withMessage(state, message));
  }

  read(whose: keyof Watermarks, upTo: string): void {
    this.#change((state) => withRead(state, whose, upTo));
  }

  /** The other is typing, or has stopped. */
  typing(now: boolean): void {
    clearTimeout(this.#typing);
    if (now) this.#typing = setTimeout(() => this.typing(false), TYPING_SHOWN_MS);
    if (now !== this.state.value.typing) this.#change((state) => ({ ...state, typing: now }));
  }

  stop(): void {
    clearTimeout(this.#typing);
    clearTimeout(this.#again);
    this.#screens = 0;
  }

  /** Fetches all that is missing, page after page, and tries again until it has it. */
  async #sync(failures = 0): Promise<void> {
    clearTimeout(this.#again);
    if (this.#syncing || this.#loading || this.state.value.user === undefined || this.#screens === 0) return;
    this.#syncing = true;
    try {
      while (this.#stale) {
        this.#stale = false;
        let more = true;
        while (more) more = await this.#askNewer();
      }
    } catch (error) {
      console.warn('Messages may be missing; asking again.', error);
      this.#stale = true;
      this.#again = setTimeout(() => void this.#sync(failures + 1), 500 + backOff(failures));
    } finally {
      this.#syncing = false;
    }
  }

  async #askNewer(): Promise<boolean> {
    const answer = await this.#ask({ after: this.state.value.timeline.upTo, limit: MESSAGES_PAGE_LIMIT });
    this.#change((state) => withAnswer(state, answer, withNewer));
    this.#onStored(answer.messages);
    return answer.more;
  }

  #change(change: (state: ChatState) => ChatState): void {
    this.state.set(change(this.state.value));
  }
}
