import type { account } from '../../shared/contract/account.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { CONDUCT_LIMITS, COUNTED_LIMITS, settledAt, standingOf, windowAt } from '../../shared/rules/conduct-limits.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { allowedFor, readUses } from '../table/conduct.ts';
import { storedBytesOf } from '../table/profile.ts';

/** Returns what remains of the caller's limits, and when each count starts again at zero. */
export async function readAllowances(caller: Caller): Promise<Response<typeof account.allowances>> {
  const now = Date.now();
  const profile = await ensureProfile(caller);
  // Bytes are held until the member deletes them. All other uses are counted within a window, such as a day.
  const uses = { ...(await readUses(profile.userId, now)), storedBytes: storedBytesOf(profile) };

  const allowances = ([...COUNTED_LIMITS, 'storedBytes'] as const).map((limit) => {
    const { window } = CONDUCT_LIMITS[limit];
    const allowed = allowedFor(limit, profile, now);
    const remaining = Math.max(0, allowed - uses[limit]);
    // The count of a held limit never starts again.
    const resetsAt = window === 'held' ? null : new Date(windowAt(window, now).endsAt * 1000).toISOString();

    return { limit, allowed, remaining, resetsAt };
  });

  return {
    // New members have lower limits until they are settled.
    standing: standingOf(profile.createdAt, now),
    settledAt: new Date(settledAt(profile.createdAt, now)).toISOString(),
    allowances,
  };
}
