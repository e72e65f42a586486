/**
 * Tests of the limit of calls per member and minute. Function instances reserve calls in batches from a shared count,
 * so that not every call writes to the table.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { TooManyCalls } from '../platform/errors.ts';
import { createCallCounter } from './call-rate.ts';

type Reservation = Parameters<Parameters<typeof createCallCounter>[0]['reserve']>[0];

/** Counts one call of a member. Throws or rejects above the limit. */
type CountCall = ReturnType<typeof createCallCounter>;

/** Creates the counts that all instances share, in memory. */
function createSharedCounts() {
  const counts = new Map<string, number>();
  let writeCount = 0;

  return {
    reserve: async ({ userId, minute, count, limit }: Reservation) => {
      writeCount += 1;
      const key = `${userId} ${minute}`;
      const newCount = (counts.get(key) ?? 0) + count;
      if (newCount > limit) return false;

      counts.set(key, newCount);
      return true;
    },
    getWriteCount: () => writeCount,
  };
}

/** Counts one call, and returns whether it is within the limit. */
async function isAllowed(count: CountCall, userId = 'mira'): Promise<boolean> {
  try {
    await count(userId);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(TooManyCalls);
    return false;
  }
}

/** Counts calls, one after another. Returns the number of accepted calls. */
async function countAllowed(count: CountCall, times: number, userId = 'mira'): Promise<number> {
  let allowedCalls = 0;
  for (let call = 0; call < times; call += 1) allowedCalls += Number(await isAllowed(count, userId));
  return allowedCalls;
}

describe('createCallCounter', () => {
  it("accepts a member's calls up to the limit per minute", async () => {
    const { reserve } = createSharedCounts();
    // Batches of growing size don't add up to 37, so the last one is smaller.
    const count = createCallCounter({ limit: 37, reserve, now: () => 0 });

    expect(await countAllowed(count, 100)).toBe(37);
  });

  it('counts each member separately', async () => {
    const { reserve } = createSharedCounts();
    const count = createCallCounter({ limit: 30, reserve, now: () => 0 });

    expect(await countAllowed(count, 100, 'mira')).toBe(30);
    expect(await countAllowed(count, 100, 'theo')).toBe(30);
  });

  it('starts at zero in the next minute', async () => {
    const { reserve } = createSharedCounts();
    let time = MINUTE_MS - 1;
    const count = createCallCounter({ limit: 30, reserve, now: () => time });
    expect(await countAllowed(count, 100)).toBe(30);

    time = MINUTE_MS;
    expect(await countAllowed(count, 100)).toBe(30);
  });

  it('writes once for the first call, and once for ten calls of a flood', async () => {
    const { reserve, getWriteCount } = createSharedCounts();
    const limit = 600;
    const count = createCallCounter({ limit, reserve, now: () => 0 });

    await countAllowed(count, 1);
    expect(getWriteCount()).toBe(1);

    await countAllowed(count, limit - 1);
    // The first and the last batches are smaller, which costs a few more writes.
    const extraWrites = 10;
    expect(getWriteCount()).toBeLessThan(limit / 10 + extraWrites);
  });

  it('writes nothing for rejected calls', async () => {
    const { reserve, getWriteCount } = createSharedCounts();
    const count = createCallCounter({ limit: 30, reserve, now: () => 0 });
    await countAllowed(count, 31);
    const writesBefore = getWriteCount();

    expect(await countAllowed(count, 1000)).toBe(0);
    expect(getWriteCount()).toBe(writesBefore);
  });

  it('throws synchronously if the limit is known to be reached', async () => {
    const { reserve } = createSharedCounts();
    const count = createCallCounter({ limit: 1, reserve, now: () => 0 });
    await count('mira');

    await expect(count('mira')).rejects.toThrow(TooManyCalls);
    expect(() => count('mira')).toThrow(TooManyCalls);
  });

  it('returns the seconds until the minute ends as Retry-After', async () => {
    const { reserve } = createSharedCounts();
    const count = createCallCounter({ limit: 1, reserve, now: () => MINUTE_MS + 37_200 });
    await count('mira');

    // `async` turns an error that is thrown synchronously into a rejection.
    const rejection = await (async () => count('mira'))().catch((error) => error);

    expect(rejection).toMatchObject({ code: 'TooManyCalls', status: 429, retryAfterSeconds: 23 });
    expect(rejection.message).toContain('23 seconds');
  });

  it('limits calls per instance while the shared count is unavailable', async () => {
    const count = createCallCounter({ limit: 30, reserve: () => Promise.reject(new Error('busy')), now: () => 0 });

    expect(await countAllowed(count, 100)).toBe(30);
  });

  it('never exceeds the limit when many instances serve calls concurrently', async () => {
    const instances = 50;

    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.nat(instances - 1), { minLength: 1, maxLength: 400 }),
        fc.scheduler(),
        async (limit, instanceOfCall, scheduler) => {
          const { reserve } = createSharedCounts();
          const delayedReserve = scheduler.scheduleFunction(reserve);
          const counters = Array.from({ length: instances }, () =>
            createCallCounter({ limit, reserve: delayedReserve, now: () => 0 }),
          );

          const calls = Promise.all(instanceOfCall.map((instance) => isAllowed(counters[instance]!)));
          await scheduler.waitFor(calls);

          const allowedCalls = (await calls).filter(Boolean).length;
          expect(allowedCalls).toBeLessThanOrEqual(limit);
          // No instance holds more unused calls than it has used, so at least half of the limit is always available.
          expect(allowedCalls).toBeGreaterThanOrEqual(Math.min(instanceOfCall.length, Math.floor(limit / 2)));
        },
      ),
      { numRuns: 50 },
    );
  });
});
