import { sentenceFor } from '../../../platform/api/error-sentence.ts';
import { formatDateTime } from '../../../platform/text/format.ts';
import { texts } from '../texts.ts';
import type { UnsentMessage } from './outbox-state.ts';

/** Error codes of refusals that would repeat whenever the message is sent. */
const FINAL_CODES: readonly (string | undefined)[] = ['InvalidInput', 'Conflict', 'BodyTooLarge'];

/** Whether a failed message can be sent again, and why not. */
export interface RetryState {
  readonly canRetry: boolean;
  /** Undefined if only the connection failed. */
  readonly reason: string | undefined;
}

/** Why the member can't write to a partner: the partner has left, or is above the member. */
export type ClosedReason = 'left' | 'above' | undefined;

/**
 * Returns whether Retry can work for a failed message.
 *
 * @param now - the current time, in milliseconds since 1970
 */
export function retryState(
  { code, params, problem, notBefore = 0 }: Pick<UnsentMessage, 'code' | 'params' | 'problem' | 'notBefore'>,
  closedReason: ClosedReason,
  now: number,
): RetryState {
  if (closedReason === 'left' || code === 'NotFound') return { canRetry: false, reason: texts.unsentLeft };
  if (closedReason === 'above') return { canRetry: false, reason: texts.unsentAbove };

  const sentence = code && problem ? sentenceFor({ code, params, error: problem }) : problem;
  if (FINAL_CODES.includes(code)) return { canRetry: false, reason: sentence };
  if (code === 'LimitReached' && now < notBefore) {
    return { canRetry: false, reason: texts.limitReached(formatDateTime(new Date(notBefore).toISOString())) };
  }

  // The member may have ascended, or the limit has ended.
  const isSolved = code === 'DepthTooLow' || (code === 'LimitReached' && notBefore > 0);
  return { canRetry: true, reason: isSolved ? undefined : sentence };
}
