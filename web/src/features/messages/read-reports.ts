import { isTransientCode } from '../../../../shared/contract/error-codes.ts';
import type { LiveSocket } from '../../platform/socket/live-socket.ts';
import { backoffDelay } from '../../platform/time/backoff-delay.ts';

/** Maximum attempts to report a message on one connection. The next connection starts over. */
export const MAX_ATTEMPTS = 8;

/** How long to wait for a response before a report is sent again, in milliseconds. */
export const RESPONSE_TIMEOUT_MS = 10_000;

/** An error response to a report. */
interface Refusal {
  readonly code: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** The newest report for one conversation that the server hasn't confirmed. */
interface UnconfirmedReport {
  readonly messageId: string;
  readonly attempts: number;
  /** Sends the report again. Undefined while the report waits for the next connection. */
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

/** Reports messages as read, and repeats each report until the server confirms it. `userId` is always the partner. */
export class ReadReports {
  readonly #socket: Pick<LiveSocket, 'send'>;
  readonly #random: () => number;
  readonly #unconfirmedReports = new Map<string, UnconfirmedReport>();
  /** The newest confirmed message, by partner. */
  readonly #confirmedIds = new Map<string, string>();

  constructor(socket: Pick<LiveSocket, 'send'>, random: () => number = Math.random) {
    this.#socket = socket;
    this.#random = random;
  }

  /** Returns whether this message or a later one was reported, whether or not the server has confirmed it. */
  hasReported(userId: string, messageId: string): boolean {
    const newestId = this.#unconfirmedReports.get(userId)?.messageId ?? this.#confirmedIds.get(userId) ?? '';
    // Message IDs are ULIDs, so the greater ID is that of the later message.
    return newestId >= messageId;
  }

  /** Reports a conversation as read up to a message. */
  report(userId: string, messageId: string): void {
    if (!this.hasReported(userId, messageId)) this.#send(userId, messageId, 0);
  }

  /** Handles a confirmation by the server. */
  handleConfirmation(userId: string, upTo: string): void {
    const report = this.#unconfirmedReports.get(userId);
    if (report && report.messageId <= upTo) this.#remove(userId);
    if ((this.#confirmedIds.get(userId) ?? '') < upTo) this.#confirmedIds.set(userId, upTo);
  }

  /** Handles a rejected report: sends it again later if the error is transient, otherwise drops it. */
  handleRefusal(userId: string, { code, retryAfterSeconds = 0 }: Refusal): void {
    const report = this.#unconfirmedReports.get(userId);
    if (!report) return;

    if (!isTransientCode(code)) {
      this.#remove(userId);
      return;
    }

    const delayMs = Math.max(1000 * retryAfterSeconds, backoffDelay(report.attempts - 1, this.#random));
    this.#schedule(userId, report, delayMs);
  }

  /** Sends all unconfirmed reports on a new connection. */
  handleConnect(): void {
    this.#confirmedIds.clear();
    for (const [userId, { messageId }] of [...this.#unconfirmedReports]) this.#send(userId, messageId, 0);
  }

  /** Drops all unconfirmed reports. */
  stop(): void {
    for (const userId of [...this.#unconfirmedReports.keys()]) this.#remove(userId);
  }

  #send(userId: string, messageId: string, attempts: number): void {
    const wasSent = this.#socket.send({ action: 'markRead', userId, messageId });
    const report = { messageId, attempts: attempts + 1, timer: undefined };
    if (wasSent) this.#schedule(userId, report, RESPONSE_TIMEOUT_MS);
    // Without a connection, `handleConnect` sends the report later.
    else this.#replace(userId, report);
  }

  /** Sends a report again after a delay. After MAX_ATTEMPTS, it waits for the next connection instead. */
  #schedule(userId: string, report: UnconfirmedReport, delayMs: number): void {
    const { messageId, attempts } = report;
    const send = () => this.#send(userId, messageId, attempts);
    const timer = attempts < MAX_ATTEMPTS ? setTimeout(send, delayMs) : undefined;
    this.#replace(userId, { messageId, attempts, timer });
  }

  #replace(userId: string, newReport: UnconfirmedReport): void {
    clearTimeout(this.#unconfirmedReports.get(userId)?.timer);
    this.#unconfirmedReports.set(userId, newReport);
  }

  #remove(userId: string): void {
    clearTimeout(this.#unconfirmedReports.get(userId)?.timer);
    this.#unconfirmedReports.delete(userId);
  }
}
