import { isBlank } from '../../../../../shared/text/text.ts';
import type { LiveSocket } from '../../../platform/socket/live-socket.ts';

/** Minimum time between two typing frames, in milliseconds. */
const MIN_INTERVAL_MS = 3000;

/** Sends typing frames to one partner. */
export class TypingSignal {
  readonly #socket: Pick<LiveSocket, 'send'>;
  readonly #recipientId: string;
  readonly #now: () => number;
  #lastSentAt = Number.NEGATIVE_INFINITY;

  /** @param now - monotonic clock in milliseconds */
  constructor(socket: Pick<LiveSocket, 'send'>, recipientId: string, now: () => number = () => performance.now()) {
    this.#socket = socket;
    this.#recipientId = recipientId;
    this.#now = now;
  }

  /** Handles a change of the text. */
  handleChange(text: string): void {
    const now = this.#now();
    if (isBlank(text) || now - this.#lastSentAt < MIN_INTERVAL_MS) return;
    if (this.#socket.send({ action: 'typing', recipientId: this.#recipientId })) this.#lastSentAt = now;
  }

  /** Handles a sent message. It hides the partner's typing indicator, so the next change sends a frame immediately. */
  handleSend(): void {
    this.#lastSentAt = Number.NEGATIVE_INFINITY;
  }
}
