import type { Message } from '../../../../../shared/contract/messages.ts';
import { Store } from '../../../platform/state/store.ts';
import type { InboxRow } from '../inbox/inbox-rows.ts';
import { CrossTabNotifier, type ShownNotification } from './cross-tab-notifier.ts';
import { buildUnreadNotifications, type MessageNotification, withNotification } from './message-notification.ts';

/** Lists new messages for the bell, and shows them as browser notifications. */
export class NotificationCenter {
  /** The newest notifications, newest first. */
  readonly recent = new Store<readonly MessageNotification[]>([]);
  readonly #notifier: CrossTabNotifier;
  readonly #isViewing: (userId: string) => boolean;
  /** The newest message of the inboxes so far. Messages up to this ID are not new. Undefined before the first inbox. */
  #newestKnownId: string | undefined;

  /**
   * @param show - shows a browser notification
   * @param isViewing - whether the member is viewing the conversation: it is open, and its tab has the focus
   */
  constructor(
    show: (notification: MessageNotification) => ShownNotification | undefined,
    isViewing: (userId: string) => boolean,
  ) {
    this.#isViewing = isViewing;
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
  closeUpTo(userId: string, upTo: string): void {
    this.#notifier.closeUpTo(userId, upTo);
  }

  /**
   * Adds the unread messages of a loaded inbox. The first inbox only fills the list. Later, messages that arrived
   * without a connection also show a browser notification.
   */
  handleInbox(rows: readonly InboxRow[]): void {
    const newestKnownId = this.#newestKnownId;
    this.#newestKnownId = rows.reduce(
      (latestId, { lastMessage: { id } }) => (id > latestId ? id : latestId),
      newestKnownId ?? '',
    );

    for (const notification of buildUnreadNotifications(rows)) {
      if (newestKnownId === undefined) this.recent.set(withNotification(this.recent.value, notification));
      else if (notification.messageId > newestKnownId) this.#addNew(notification);
    }
  }

  /** Lists a new message, and shows a browser notification unless the member is viewing the conversation. */
  #addNew(notification: MessageNotification): void {
    if (this.#isViewing(notification.userId)) {
      this.#notifier.markSeen(notification.messageId);
      return;
    }

    const previousNotifications = this.recent.value;
    this.recent.set(withNotification(previousNotifications, notification));
    if (this.recent.value !== previousNotifications) this.#notifier.notify(notification);
  }
}
