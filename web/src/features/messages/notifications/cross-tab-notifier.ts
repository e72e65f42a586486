import type { MessageNotification } from './message-notification.ts';

/** A broadcast to the member's other tabs, sent when this tab has handled a chat message. */
type TabMessage = { readonly messageId: string; readonly event: 'seen' | 'shown' };

/** A browser notification on screen. */
export interface ShownNotification {
  close(): void;
}

/** The dependencies of a notifier, replaceable in tests. */
export interface NotifierDependencies {
  /** Shows a browser notification. Returns undefined without permission. */
  readonly show: (notification: MessageNotification) => ShownNotification | undefined;
  /** The channel to the member's other tabs. Undefined if the browser has none. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined;
  /** Returns a number from 0 to 1. */
  readonly random?: () => number;
}

/**
 * Minimum delay before a notification, in milliseconds.
 *
 * The delay lets the tab with the open conversation report the message as seen first. A random part is added: the tab
 * with the shortest delay shows the notification.
 */
const MIN_DELAY_MS = 250;

/** Shows each message as one browser notification across all tabs, unless a tab with the focus shows the message. */
export class CrossTabNotifier {
  readonly #deps: NotifierDependencies;
  /** The IDs of the chat messages that any tab has shown, in the open conversation or as a notification. */
  readonly #handledIds = new Set<string>();
  /** The notifications that this tab has shown, by the ID of the chat message. */
  readonly #shownById = new Map<
    string,
    { readonly notification: MessageNotification; readonly shownNotification: ShownNotification }
  >();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(deps: NotifierDependencies) {
    this.#deps = deps;
    const { channel } = deps;
    if (channel) channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#handledIds.add(data.messageId);
  }

  /** Shows a notification after a short delay, unless another tab has handled the message. */
  notify(notification: MessageNotification): void {
    const { random = Math.random } = this.#deps;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#show(notification);
      },
      MIN_DELAY_MS * (1 + random()),
    );
    this.#timers.add(timer);
  }

  /** Prevents notifications for a message that is visible in this tab. */
  markSeen(messageId: string): void {
    this.#broadcast(messageId, 'seen');
  }

  /** Closes this tab's notifications of a conversation up to a message. */
  closeUpTo(userId: string, upTo: string): void {
    for (const [messageId, { notification, shownNotification }] of this.#shownById) {
      if (notification.userId !== userId || messageId > upTo) continue;

      shownNotification.close();
      this.#shownById.delete(messageId);
    }
  }

  /** Shows no further notifications. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#deps.channel?.close();
  }

  /** Shows a notification, unless any tab has handled its message in the meantime. */
  #show(notification: MessageNotification): void {
    const { messageId } = notification;
    if (this.#handledIds.has(messageId)) return;

    const shownNotification = this.#deps.show(notification);
    if (!shownNotification) return;

    this.#shownById.set(messageId, { notification, shownNotification });
    this.#broadcast(messageId, 'shown');
  }

  /** Reports to the other tabs that this tab has handled a message. */
  #broadcast(messageId: string, event: TabMessage['event']): void {
    this.#handledIds.add(messageId);
    this.#deps.channel?.postMessage({ messageId, event } satisfies TabMessage);
  }
}
