import type { QueryClient } from '@tanstack/react-query';
import { MESSAGES_PAGE_LIMIT } from '../../../../shared/rules/limits.ts';
import { api } from '../../platform/api/api.ts';
import { tabActive } from '../../platform/browser/tab-active.ts';
import type { LiveSocket } from '../../platform/socket/live-socket.ts';
import type { FrameOf, SocketHub } from '../../platform/socket/socket-hub.ts';
import { Chat } from './chat/chat.ts';
import { selectVisibleMessages } from './chat/timeline.ts';
import { displayName } from './display-name.ts';
import { Inbox } from './inbox/inbox.ts';
import type { InboxRow } from './inbox/inbox-rows.ts';
import { showNotification } from './notifications/browser-notification.ts';
import { NotificationCenter } from './notifications/notification-center.ts';
import { DeliveryCheck } from './outbox/delivery-check.ts';
import { Outbox } from './outbox/outbox.ts';
import type { Refusal } from './outbox/outbox-state.ts';
import { ReadReports } from './read-reports.ts';

interface MessengerOptions {
  readonly viewerId: string;
  readonly client: QueryClient;
  readonly hub: SocketHub;
  /** Navigates to the conversation of a clicked notification. */
  readonly onOpenConversation: (userId: string) => void;
}

/** Connects a member's socket to the member's outbox, inbox, chats, and notifications. */
export class Messenger {
  readonly viewerId: string;
  readonly socket: LiveSocket;
  readonly outbox: Outbox;
  readonly inbox: Inbox;
  readonly notifications: NotificationCenter;
  readonly #options: MessengerOptions;
  readonly #chats = new Map<string, Chat>();
  readonly #readReports: ReadReports;
  readonly #deliveryCheck: DeliveryCheck;
  /** The partner whose conversation is on screen. */
  #openUserId: string | undefined;
  #cleanups: (() => void)[] = [];

  constructor(options: MessengerOptions) {
    this.#options = options;
    this.viewerId = options.viewerId;
    this.socket = options.hub.socket;

    this.outbox = new Outbox(this.viewerId, this.socket);
    this.#readReports = new ReadReports(this.socket);
    this.#deliveryCheck = new DeliveryCheck(this.outbox, (userId, after) =>
      api.messages.conversation({ userId, after, limit: MESSAGES_PAGE_LIMIT }),
    );

    this.notifications = new NotificationCenter(
      (notification) => {
        const name = displayName(notification.userId, this.inbox.findRow(notification.userId)?.user);
        return showNotification(notification, name, () => options.onOpenConversation(notification.userId));
      },
      (userId) => userId === this.#openUserId && tabActive.value,
    );

    this.inbox = new Inbox(options.client, this.socket, (rows) => {
      this.notifications.handleInbox(rows);
      this.#deliveryCheck.handleInbox(rows);
      this.#loadMissingIn(rows);
    });
  }

  /** Starts sending and receiving. Returns a function that stops both. */
  start(): () => void {
    this.inbox.start();
    this.outbox.start();
    this.#deliveryCheck.start();

    this.#cleanups = [
      this.socket.state.subscribe(() => {
        if (this.socket.state.value === 'open') this.#handleConnect();
      }),
      tabActive.subscribe(() => this.#reportRead()),
      ...this.#subscribeToFrames(this.#options.hub),
    ];
    if (this.socket.state.value === 'open') this.#handleConnect();

    return () => this.#stop();
  }

  /** Returns the chat with a member. Returns the same object for every call. */
  chat(userId: string): Chat {
    const existingChat = this.#chats.get(userId);
    if (existingChat) return existingChat;

    const chat = new Chat(
      (range, options) => api.messages.conversation({ userId, ...range }, options),
      (messages) => this.outbox.confirm(messages),
    );
    chat.state.subscribe(() => {
      if (userId === this.#openUserId) this.#reportRead();
    });
    this.#chats.set(userId, chat);

    return chat;
  }

  /**
   * Keeps a conversation up to date while it is on screen, and reports it as read while the tab has the focus.
   *
   * @returns a function to call when the conversation leaves the screen
   */
  open(userId: string): () => void {
    this.#openUserId = userId;
    const stopWatching = this.chat(userId).watch();
    this.#reportRead();

    return () => {
      stopWatching();
      if (this.#openUserId === userId) this.#openUserId = undefined;
    };
  }

  /** Sends a message after the earlier messages of its conversation. */
  send(userId: string, content: string): void {
    this.outbox.write(userId, content, this.chat(userId).state.value.timeline.completeUpTo);
  }

  /** Loads the messages of each chat whose last message isn't loaded. */
  #loadMissingIn(rows: readonly InboxRow[]): void {
    for (const { userId, lastMessage } of rows) {
      const chat = this.#chats.get(userId);
      const newestLoadedId = chat?.state.value.timeline.messages.at(-1)?.id ?? '';
      if (lastMessage.id > newestLoadedId) chat?.loadMissing();
    }
  }

  #stop(): void {
    for (const cleanUp of this.#cleanups.splice(0)) cleanUp();
    this.inbox.stop();
    this.outbox.stop();
    this.#deliveryCheck.stop();
    this.#readReports.stop();
    this.notifications.stop();
    for (const chat of this.#chats.values()) chat.stop();
  }

  /** Catches up on what the member has missed without a connection. */
  #handleConnect(): void {
    this.#readReports.handleConnect();
    this.inbox.handleConnect();
    this.#deliveryCheck.handleConnect();
    for (const chat of this.#chats.values()) chat.loadMissing();
    this.#reportRead();
  }

  #subscribeToFrames(hub: SocketHub): (() => void)[] {
    return [
      hub.subscribe('message', (frame) => this.#handleMessage(frame.message.sender, frame)),
      hub.subscribe('sent', (frame) => this.#handleMessage(frame.message.recipient, frame)),
      hub.subscribe('typing', (frame) => this.#handleTyping(frame)),
      hub.subscribe('read', (frame) => this.#handleRead(frame)),
      hub.subscribe('depth', () => this.#handleDepth()),
      hub.subscribe('error', (frame) => this.#handleError(frame)),
    ];
  }

  /** Handles a moved watermark: the member's own from any device, or the partner's. */
  #handleRead({ readerId, userId, messageId }: FrameOf<'read'>): void {
    if (readerId === this.viewerId) this.#confirmRead(userId, messageId);
    else this.#chats.get(readerId)?.moveWatermark('partner', messageId);
  }

  /** Handles a stored message, from the partner or from any device of the member. */
  #handleMessage(partnerId: string, { message, previousId }: FrameOf<'message' | 'sent'>): void {
    const isFromPartner = message.sender === partnerId;
    const chat = this.#chats.get(partnerId);

    this.outbox.confirm([message]);
    if (isFromPartner) chat?.setTyping(false);

    // Updates the chat first: an open chat reports the message as read, so that the inbox never shows it as unread.
    chat?.receive(message);
    chat?.loadIfMissing(previousId);

    this.inbox.addMessage(partnerId, message);
    if (isFromPartner) this.notifications.add(message);
  }

  #handleTyping({ userId, previousId }: FrameOf<'typing'>): void {
    const chat = this.#chats.get(userId);
    chat?.setTyping(true);
    chat?.loadIfMissing(previousId);
  }

  /** Loads closed conversations again, because the member's new depth may open them. */
  #handleDepth(): void {
    for (const chat of this.#chats.values()) {
      if (chat.state.value.missingMetres > 0) chat.loadMissing();
    }
  }

  #handleError(frame: FrameOf<'error'>): void {
    if (frame.clientMessageId) this.#handleRefusedMessage(frame.clientMessageId, frame);
    else console.warn('The server rejected a frame.', frame);
    if (frame.action === 'markRead' && frame.userId) this.#readReports.handleRefusal(frame.userId, frame);
  }

  #handleRefusedMessage(id: string, refusal: Refusal): void {
    const refusedMessage = this.outbox.unsentMessages.value.find(({ clientMessageId }) => clientMessageId === id);
    this.outbox.refuse(id, refusal);

    // The partner rose or left. The chat loads the conversation again, so that the composer closes.
    const isClosed = refusal.code === 'DepthTooLow' || refusal.code === 'NotFound';
    if (refusedMessage && isClosed) this.#chats.get(refusedMessage.recipientId)?.loadMissing();
  }

  /** Reports the newest message on screen as read, if the tab has the focus. */
  #reportRead(): void {
    const userId = this.#openUserId;
    if (userId === undefined || !tabActive.value) return;

    const { timeline, watermarks } = this.chat(userId).state.value;
    const messages = selectVisibleMessages(timeline);
    const newestId = messages.at(-1)?.id;
    if (newestId === undefined || this.#readReports.hasReported(userId, newestId)) return;

    const hasUnread = messages.some(({ id, sender }) => sender === userId && id > watermarks.own);
    if (!hasUnread && !this.inbox.findRow(userId)?.unreadCount) return;

    // Reports the newest message of either member: the server clears the unread mark only if no message follows.
    this.#readReports.report(userId, newestId);
    this.#showAsRead(userId, newestId);
  }

  /** Handles the server's confirmation that the member has read a conversation up to a message, on any device. */
  #confirmRead(userId: string, upTo: string): void {
    this.#readReports.handleConfirmation(userId, upTo);
    this.#chats.get(userId)?.moveWatermark('own', upTo);
    this.#showAsRead(userId, upTo);
  }

  /** Shows a conversation as read in the inbox, and closes its notifications. */
  #showAsRead(userId: string, upTo: string): void {
    this.inbox.markRead(userId, upTo);
    this.notifications.closeUpTo(userId, upTo);
  }
}

/** Creates and starts a member's messenger. */
export function startMessenger(options: MessengerOptions): { messenger: Messenger; stop: () => void } {
  const messenger = new Messenger(options);
  return { messenger, stop: messenger.start() };
}
