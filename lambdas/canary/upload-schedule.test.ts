/**
 * Tests of the uploads of the canary, a function that checks a stage every half hour as a new member. The limits for
 * new members allow fewer uploads than checks.
 */
import { describe, expect, it } from 'vitest';
import { allowedAmount } from '../../shared/rules/conduct-limits.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { countDailyUploads, isUploadDue } from './upload-schedule.ts';

/** The first check of a day, in milliseconds since 1970. */
const FIRST_CHECK = Date.parse('2026-11-14T00:10:00Z');
/** Time between two checks, in milliseconds. */
const CHECK_INTERVAL_MS = 30 * MINUTE_MS;

/** Number of checks per day. */
const CHECKS_PER_DAY = 48;

/** Returns for each check of a day whether it uploads a file. The day is `days` after a fixed day. */
function listChecks(uploadsPerDay: number, days = 0): boolean[] {
  return Array.from({ length: CHECKS_PER_DAY }, (_, check) => {
    const checkNumber = days * CHECKS_PER_DAY + check;
    const time = new Date(FIRST_CHECK + checkNumber * CHECK_INTERVAL_MS);
    return isUploadDue(time.toISOString(), uploadsPerDay);
  });
}

describe('the uploads of the canary', () => {
  it.each([
    // New members may upload 50 files, or 25. The canary uploads in every second check at most.
    [100, 24],
    [50, 24],
    // They may upload 12 files, or 5. The number is even, because uploads are in pairs.
    [25, 12],
    [10, 4],
    // They may upload one file, which is less than a pair.
    [1, 0],
  ])("limits the canary's uploads per day at %s percent of the limits", (percent, uploads) => {
    expect(countDailyUploads(percent)).toBe(uploads);
  });

  it("never exceeds a new member's limit of uploads per day, at any percent", () => {
    for (let percent = 1; percent <= 120; percent++) {
      const uploadsPerDay = countDailyUploads(percent);

      for (let days = 0; days < 30; days++) {
        const count = listChecks(uploadsPerDay, days).filter(Boolean).length;
        expect(count, `${percent} %, day ${days}`).toBeLessThanOrEqual(allowedAmount('uploads', 'new', percent));
      }
    }
  });

  it('stays below the limit at 50 percent, so that an operator can also start checks', () => {
    expect(countDailyUploads(50)).toBeLessThan(allowedAmount('uploads', 'new', 50));
  });

  it('schedules uploads in pairs of consecutive checks, so that the alarm starts if uploads fail', () => {
    expect(listChecks(24).slice(0, 8)).toEqual([true, true, false, false, true, true, false, false]);
    expect(listChecks(12).slice(0, 10)).toEqual([true, true, ...Array(6).fill(false), true, true]);
  });

  it('schedules an upload in each check that an operator starts', () => {
    expect(isUploadDue(undefined, 0)).toBe(true);
  });
});
