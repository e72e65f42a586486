import type { Notice } from './notices.ts';

/** What tabs of the same browser tell one another of a message. */
type Word = { readonly messageId: string; readonly what: 'seen' | 'shown' };

/** A notification on screen. */
export interface Shown {
  close(): void;
}

export interface AnnouncerSurroundings {
  /** Shows a notification of the browser; undefined when it may not. */
  readonly show: (notice: Notice) => Shown | undefined;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined;
  readonly random?: () => number;
}

/** Time for a tab that has the conversation open to say so, and for one of the others to be the first. */
const HESITATION_MS = 250;

/** Tells the member of messages outside of the page: once, however many tabs are open, and not of what they see. */
export class Announcer {
  readonly #around: AnnouncerSurroundings;
  readonly #settled = new Set<string>();
  readonly #shown = new Map<string, { readonly notice: Notice; readonly shown: Shown }>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(around: AnnouncerSurroundings) {
    this.#around = around;
    const { channel } = around;
    if (channel) channel.onmessage = ({ data }: MessageEvent<Word>) => this.#settled.add(data.messageId);
  }

  /** Announces a message, unless another tab has, or somebody is looking at it there. */
  announce(notice: Notice): void {
    const { random = Math.random } = this.#around;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#show(notice);
      },
      HESITATION_MS * (1 + random()),
    );
    this.#timers.add(timer);
  }

  /** Somebody is looking at the message here: nobody is to be told. */
  see(messageId: string): void {
    this.#tell(messageId, 'seen');
  }

  /** Takes back what was announced of a conversation up to a message: it has been read. */
  withdraw(userId: string, upTo: string): void {
    for (const [messageId, { notice, shown }] of this.#shown) {
      if (notice.userId !== userId || messageId > upTo) continue;
      shown.close();
      this.#shown.delete(messageId);
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#around.channel?.close();
  }

  #show(notice: Notice): void {
    const { messageId } = notice;
    if (this.#settled.has(messageId)) return;
    const shown = this.#around.show(notice);
    if (!shown) return;
    this.#shown.set(messageId, { notice, shown });
    this.#tell(messageId, 'shown');
  }

  #tell(messageId: string, what: Word['what']): void {
    this.#settled.add(messageId);
    this.#around.channel?.postMessage({ messageId, what } satisfies Word);
  }
}
