import type { Message } from '../../../../../shared/contract/messages.ts';
import { Store } from '../../../platform/store.ts';
import type { InboxRow } from '../inbox/inbox-rows.ts';
import { Announcer, type Shown } from './announcer.ts';
import { type Notice, noticesOf, withNotice } from './notices.ts';

/** What the member is told of new messages: a short list on the page, and notifications of the browser. */
export class Notifications {
  readonly recent = new Store<readonly Notice[]>([]);
  readonly #announcer: Announcer;
  readonly #isWatched: (userId: string) => boolean;
  /** No message up to this one is news; undefined before the inbox is here. */
  #horizon: string | undefined;

  /**
   * @param show - shows a notification of the browser
   * @param isWatched - whether somebody is looking at a conversation
   */
  constructor(show: (notice: Notice) => Shown | undefined, isWatched: (userId: string) => boolean) {
    this.#isWatched = isWatched;
    const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fathom.notifications');
    this.#announcer = new Announcer({ show, channel });
  }

  stop(): void {
    this.#announcer.stop();
  }

  /** A message has come. */
  hear({ id, sender, content, timestamp }: Message): void {
    this.#note({ messageId: id, userId: sender, content, timestamp });
  }

  /** A conversation has been read up to a message. */
  read(userId: string, upTo: string): void {
    this.#announcer.withdraw(userId, upTo);
  }

  /**
   * The inbox as the server has it. What was unread when the page came is listed and not announced; what has come since,
   * while there was no connection, is news.
   */
  compare(rows: readonly InboxRow[]): void {
    const horizon = this.#horizon;
    this.#horizon = rows.reduce((latest, { lastMessage: { id } }) => (id > latest ? id : latest), horizon ?? '');
    for (const notice of noticesOf(rows)) {
      if (horizon === undefined) this.recent.set(withNotice(this.recent.value, notice));
      else if (notice.messageId > horizon) this.#note(notice);
    }
  }

  #note(notice: Notice): void {
    if (this.#isWatched(notice.userId)) {
      this.#announcer.see(notice.messageId);
      return;
    }
    const before = this.recent.value;
    this.recent.set(withNotice(before, notice));
    if (this.recent.value !== before) this.#announcer.announce(notice);
  }
}
