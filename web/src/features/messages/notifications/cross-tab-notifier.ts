import type { MessageNotification } from './message-notification.ts';

/** Sent to the member's other tabs when one has handled a message. */
type TabMessage = { readonly messageId: string; readonly event: 'seen' | 'shown' };

/** A browser notification on screen. */
export interface ShownNotification {
  close(): void;
}

export interface NotifierDependencies {
  /** Shows a browser notification. Returns undefined without permission. */
  readonly show: (notification: MessageNotification) => ShownNotification | undefined;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined;
  readonly random?: () => number;
}

/**
 * Minimum delay before a notification. A tab with the open conversation can report the message as seen first; the
 * random part decides which of the other tabs shows it.
 */
const MIN_DELAY_MS = 250;

/** Shows each message as one browser notification across all tabs, unless a tab with the focus shows the message. */
export class CrossTabNotifier {
  readonly #deps: NotifierDependencies;
  readonly #handledIds = new Set<string>();
  readonly #shownById = new Map<
    string,
    { readonly notification: MessageNotification; readonly shown: ShownNotification }
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
    for (const [messageId, { notification, shown }] of this.#shownById) {
      if (notification.userId !== userId || messageId > upTo) continue;
      shown.close();
      this.#shownById.delete(messageId);
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#deps.channel?.close();
  }

  #show(notification: MessageNotification): void {
    const { messageId } = notification;
    if (this.#handledIds.has(messageId)) return;
    const shownNotification = this.#deps.show(notification);
    if (!shownNotification) return;
    this.#shownById.set(messageId, { notification, shown: shownNotification });
    this.#broadcast(messageId, 'shown');
  }

  #broadcast(messageId: string, event: TabMessage['event']): void {
    this.#handledIds.add(messageId);
    this.#deps.channel?.postMessage({ messageId, event } satisfies TabMessage);
  }
}
