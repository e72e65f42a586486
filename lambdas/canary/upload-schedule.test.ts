import { describe, expect, it } from 'vitest';
import { allowedAmount } from '../../shared/rules/conduct-limits.ts';
import { countDailyUploads, isUploadDue } from './upload-schedule.ts';

/** The first check of a day, in milliseconds since 1970. */
const FIRST_CHECK = Date.parse('2026-11-14T00:10:00Z');
/** Time between two checks, in milliseconds. */
const CHECK_INTERVAL_MS = 30 * 60_000;

/** Returns for each of a day's 48 checks whether it uploads a file. The day is `days` after a fixed day. */
function listChecks(uploadsPerDay: number, days = 0): boolean[] {
  return Array.from({ length: 48 }, (_, check) =>
    isUploadDue(new Date(FIRST_CHECK + (days * 48 + check) * CHECK_INTERVAL_MS).toISOString(), uploadsPerDay),
  );
}

describe('the uploads of the canary', () => {
  it.each([
    [100, 24],
    [50, 24],
    [25, 12],
    [10, 4],
    // A new member may upload one file, and a single failed check raises no alarm.
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
