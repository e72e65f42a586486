import { sentenceFor } from '../../../platform/api/error-sentence.ts';
import { formatDateTime } from '../../../platform/text/format-time.ts';
import type { UnsentMessage } from './outbox-state.ts';
import { texts } from './texts.ts';

/** Error codes of refusals that would repeat whenever the message is sent. */
const FINAL_CODES: ReadonlySet<string> = new Set(['InvalidInput', 'Conflict', 'BodyTooLarge']);

/** Whether a failed message can be sent again, and why not. */
export interface RetryState {
  readonly canRetry: boolean;
  /** Why the message failed. Undefined if the connection failed, or if the reason may no longer hold. */
  readonly reason: string | undefined;
}

/** Why the member can't write to a partner: the partner has left, or is above the member. */
export type ClosedReason = 'left' | 'above';

/**
 * Returns whether sending a failed message again can succeed, and why it failed.
 *
 * @param now - the current time, in milliseconds since 1970
 */
export function getRetryState(
  { code, params, problem, notBefore = 0 }: Pick<UnsentMessage, 'code' | 'params' | 'problem' | 'notBefore'>,
  closedReason: ClosedReason | undefined,
  now: number,
): RetryState {
  if (closedReason === 'left' || code === 'NotFound') return { canRetry: false, reason: texts.partnerLeft };
  if (closedReason === 'above') return { canRetry: false, reason: texts.partnerAbove };

  const serverReason = code && problem ? sentenceFor({ code, params, error: problem }) : problem;
  if (code && FINAL_CODES.has(code)) return { canRetry: false, reason: serverReason };
  if (code === 'LimitReached' && now < notBefore) {
    return { canRetry: false, reason: texts.limitReached(formatDateTime(new Date(notBefore).toISOString())) };
  }

  // The member may be high enough now, or the limit has ended.
  const mayBeSolved = code === 'DepthTooLow' || (code === 'LimitReached' && notBefore > 0);
  return { canRetry: true, reason: mayBeSolved ? undefined : serverReason };
}
