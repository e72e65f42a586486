import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '../../../../shared/contract/messages.ts';
import type { ServerFrame } from '../../../../shared/contract/socket.ts';
import { api } from '../../platform/api/api.ts';
import { attention } from '../../platform/attention.ts';
import { runtimeConfig } from '../../platform/runtime-config.ts';
import { followBrowser } from '../../platform/socket/follow-browser.ts';
import { LiveSocket } from '../../platform/socket/live-socket.ts';
import { Chat } from './chat/chat.ts';
import { shownMessages } from './chat/timeline.ts';
import { Inbox } from './inbox/inbox.ts';
import { showNotification } from './notifications/browser-notification.ts';
import { Notifications } from './notifications/notifications.ts';
import { Outbox } from './outbox/outbox.ts';
import type { Refusal } from './outbox/outbox-state.ts';
import { displayName } from './texts.ts';

interface MessengerSettings {
  readonly viewerId: string;
  readonly client: QueryClient;
  /** Told of the member's depth, in metres, whenever it has changed. */
  readonly onDepth: (depth: number) => void;
  /** Leads to a conversation. */
  readonly onOpen: (userId: string) => void;
}

/** All that a member's messages need while they are here: one socket, and what goes and comes through it. */
export class Messenger {
  readonly viewerId: string;
  readonly socket: LiveSocket;
  readonly outbox: Outbox;
  readonly inbox: Inbox;
  readonly notifications: Notifications;
  readonly #settings: MessengerSettings;
  readonly #chats = new Map<string, Chat>();
  /** Up to where each conversation was reported as read, by this connection. */
  readonly #reported = new Map<string, string>();
  #open: string | undefined;
  #closers: (() => void)[] = [];

  constructor(settings: MessengerSettings) {
    this.#settings = settings;
    this.viewerId = settings.viewerId;
    this.socket = new LiveSocket({ address: socketAddress, onFrame: (frame) => this.#hear(frame) });
    this.outbox = new Outbox(this.viewerId, this.socket);
    this.notifications = new Notifications(
      (notice) => {
        const name = displayName(notice.userId, this.inbox.row(notice.userId)?.user);
        return showNotification(notice, name, () => settings.onOpen(notice.userId));
      },
      (userId) => userId === this.#open && attention.value,
    );
    this.inbox = new Inbox(settings.client, this.socket, (rows) => {
      this.notifications.compare(rows);
      for (const { userId, lastMessage } of rows) {
        const chat = this.#chats.get(userId);
        if (chat && lastMessage.id > (chat.state.value.timeline.messages.at(-1)?.id ?? '')) chat.missed();
      }
    });
  }

  /** @returns what stops it */
  start(): () => void {
    this.inbox.start();
    this.outbox.start();
    this.#closers = [
      this.socket.state.subscribe(() => {
        if (this.socket.state.value === 'open') this.#reconnected();
      }),
      attention.subscribe(() => this.#report()),
      followBrowser(this.socket),
    ];
    void this.socket.start();
    return () => this.#stop();
  }

  /** One conversation. */
  chat(userId: string): Chat {
    const known = this.#chats.get(userId);
    if (known) return known;
    const chat = new Chat(
      (range) => api.messages.conversation({ userId, ...range }),
      (messages) => this.outbox.settle(messages),
    );
    chat.state.subscribe(() => {
      if (userId === this.#open) this.#report();
    });
    this.#chats.set(userId, chat);
    return chat;
  }

  /**
   * Keeps a conversation complete while it is on screen, and reports it as read while somebody is looking.
   *
   * @returns what to call when it is left
   */
  open(userId: string): () => void {
    this.#open = userId;
    const leave = this.chat(userId).watch();
    this.#report();
    return () => {
      leave();
      if (this.#open === userId) this.#open = undefined;
    };
  }

  #stop(): void {
    for (const close of this.#closers.splice(0)) close();
    this.inbox.stop();
    this.outbox.stop();
    this.notifications.stop();
    for (const chat of this.#chats.values()) chat.stop();
    this.socket.stop();
  }

  #reconnected(): void {
    this.#reported.clear();
    this.inbox.connected();
    for (const chat of this.#chats.values()) chat.missed();
    this.#report();
  }

  #hear(frame: ServerFrame): void {
    if (frame.type === 'message') this.#receive(frame.message.sender, frame.message);
    else if (frame.type === 'sent') this.#receive(frame.message.recipient, frame.message);
    else if (frame.type === 'typing') this.#chats.get(frame.userId)?.typing(true);
    else if (frame.type === 'depth') this.#hearDepth(frame.depth);
    else if (frame.type === 'read') {
      const { readerId, userId, messageId } = frame;
      if (readerId === this.viewerId) this.#read(userId, messageId);
      else this.#chats.get(readerId)?.read('other', messageId);
    } else if (frame.type === 'error') this.#hearError(frame);
  }

  #receive(otherId: string, message: Message): void {
    const theirs = message.sender === otherId;
    this.outbox.settle([message]);
    const chat = this.#chats.get(otherId);
    if (theirs) chat?.typing(false);
    // Reported as read before anybody is told that it is unread.
    chat?.receive(message);
    this.inbox.hearMessage(otherId, message);
    if (theirs) this.notifications.hear(message);
  }

  #hearDepth(depth: number): void {
    this.#settings.onDepth(depth);
    for (const chat of this.#chats.values()) if (chat.state.value.missingMetres > 0) chat.missed();
  }

  #hearError(frame: Extract<ServerFrame, { type: 'error' }>): void {
    // The server does not know this connection any more.
    if (frame.code === 'Unauthenticated') this.socket.restart();
    else if (frame.clientMessageId) this.#refuse(frame.clientMessageId, frame);
    else console.warn('The server has refused something.', frame);
  }

  #refuse(id: string, refusal: Refusal): void {
    const refused = this.outbox.unsent.value.find(({ clientMessageId }) => clientMessageId === id);
    this.outbox.refuse(id, refusal);
    // The other has risen or left meanwhile: what is on screen must not invite to write.
    const closed = refusal.code === 'DepthTooLow' || refusal.code === 'NotFound';
    if (refused && closed) this.#chats.get(refused.recipientId)?.missed();
  }

  /** Reports the open conversation as read, as far as it is on screen. */
  #report(): void {
    const userId = this.#open;
    if (userId === undefined || !attention.value) return;
    const { timeline, read } = this.chat(userId).state.value;
    const messages = shownMessages(timeline);
    const newest = messages.at(-1)?.id;
    if (newest === undefined || (this.#reported.get(userId) ?? '') >= newest) return;
    const unseen = messages.some(({ id, sender }) => sender === userId && id > read.own);
    if (!unseen && !this.inbox.row(userId)?.unreadCount) return;
    // Up to the newest of either: the unread mark goes when nothing is after it.
    if (!this.socket.send({ action: 'markRead', userId, messageId: newest })) return;
    this.#reported.set(userId, newest);
    this.#read(userId, newest, false);
  }

  #read(userId: string, upTo: string, confirmed = true): void {
    if (confirmed) this.#chats.get(userId)?.read('own', upTo);
    this.inbox.hearRead(userId, upTo);
    this.notifications.read(userId, upTo);
  }
}

async function socketAddress(): Promise<string> {
  const [{ socketUrl }, { ticket }] = await Promise.all([runtimeConfig(), api.messages.ticket({})]);
  return `${socketUrl}?ticket=${encodeURIComponent(ticket)}`;
}

/** Starts a member's messenger. */
export function startMessenger(settings: MessengerSettings): { messenger: Messenger; stop: () => void } {
  const messenger = new Messenger(settings);
  return { messenger, stop: messenger.start() };
}
