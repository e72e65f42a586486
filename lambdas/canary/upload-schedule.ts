import { allowedAmount } from '../../shared/rules/conduct-limits.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';

/** Time between two checks, in minutes. */
export const CHECK_MINUTES = 30;

const CHECKS_PER_DAY = (24 * 60) / CHECK_MINUTES;

/** Maximum uploads per day: in every second check, so that an operator can also start checks. */
const MAX_UPLOADS_PER_DAY = CHECKS_PER_DAY / 2;

/**
 * Returns the number of files that the canary uploads a day: an even number, within the limit of a new member.
 *
 * @param percent - the stage's `conductLimitPercent`
 */
export function countDailyUploads(percent: number): number {
  const maxUploads = allowedAmount('uploads', 'new', percent);
  return Math.min(MAX_UPLOADS_PER_DAY, maxUploads - (maxUploads % 2));
}

/**
 * Returns whether a check uploads a file. Uploads are in pairs of consecutive checks, because the alarm starts when two
 * checks in a row fail.
 *
 * @param time - the check's scheduled time as an ISO timestamp; undefined if an operator has started the check
 */
export function isUploadDue(time: string | undefined, uploadsPerDay: number): boolean {
  if (time === undefined) return true;
  if (uploadsPerDay === 0) return false;

  const checkNumber = Math.floor(Date.parse(time) / (CHECK_MINUTES * MINUTE_MS));
  const checksPerPair = Math.ceil(CHECKS_PER_DAY / (uploadsPerDay / 2));
  return checkNumber % checksPerPair < 2;
}
