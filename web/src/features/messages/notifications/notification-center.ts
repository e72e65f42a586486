import type { Message } from '../../../../../shared/contract/messages.ts';
import { Store } from '../../../platform/state/store.ts';
import type { InboxRow } from '../inbox/inbox-rows.ts';
import { CrossTabNotifier, type ShownNotification } from './cross-tab-notifier.ts';
import { type MessageNotification, unreadNotifications, withNotification } from './message-notification.ts';

/** Lists new messages for the bell, and shows them as browser notifications. */
export class NotificationCenter {
  /** The newest notifications, newest first. */
  readonly recent = new Store<readonly MessageNotification[]>([]);
  readonly #notifier: CrossTabNotifier;
  readonly #isWatching: (userId: string) => boolean;
  /** Messages up to this ID are not new. Undefined until the inbox is loaded. */
  #newestKnownId: string | undefined;

  /**
   * @param show - shows a browser notification
   * @param isWatching - whether the conversation is open in a tab with the focus
   */
  constructor(
    show: (notification: MessageNotification) => ShownNotification | undefined,
    isWatching: (userId: string) => boolean,
  ) {
    this.#isWatching = isWatching;
    const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fathom.notifications');
    this.#notifier = new CrossTabNotifier({ show, channel });
  }

  stop(): void {
    this.#notifier.stop();
  }

  /** Adds a message that arrived through the socket. */
  add({ id, sender, content, timestamp }: Message): void {
    this.#addNew({ messageId: id, userId: sender, content, timestamp });
  }

  /** Closes the browser notifications of a conversation up to a message. */
  markRead(userId: string, upTo: string): void {
    this.#notifier.closeUpTo(userId, upTo);
  }

  /**
   * Compares the inbox with the previous one. The first inbox only fills the list. Later, messages that arrived without
   * a connection also show a browser notification.
   */
  compare(rows: readonly InboxRow[]): void {
    const newestKnownId = this.#newestKnownId;
    this.#newestKnownId = rows.reduce(
      (latestId, { lastMessage: { id } }) => (id > latestId ? id : latestId),
      newestKnownId ?? '',
    );

    for (const notification of unreadNotifications(rows)) {
      if (newestKnownId === undefined) this.recent.set(withNotification(this.recent.value, notification));
      else if (notification.messageId > newestKnownId) this.#addNew(notification);
    }
  }

  /** Lists a new message, and shows a browser notification unless the member is viewing the conversation. */
  #addNew(notification: MessageNotification): void {
    if (this.#isWatching(notification.userId)) {
      this.#notifier.markSeen(notification.messageId);
      return;
    }

    const previousNotifications = this.recent.value;
    this.recent.set(withNotification(previousNotifications, notification));
    if (this.recent.value !== previousNotifications) this.#notifier.notify(notification);
  }
}
