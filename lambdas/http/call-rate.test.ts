import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TooManyCalls } from '../platform/errors.ts';
import { createCallCounter, MAX_BATCH } from './call-rate.ts';

/** Creates the counts that all instances share, in memory. */
function createSharedCounts() {
  const counts = new Map<string, number>();
  let writes = 0;

  return {
    reserve: async ({ userId, minute, calls, limit }: Reservation) => {
      writes += 1;
      const key = `${userId} ${minute}`;
      const count = (counts.get(key) ?? 0) + calls;
      if (count > limit) return false;
      counts.set(key, count);
      return true;
    },
    writes: () => writes,
  };
}

type Reservation = Parameters<Parameters<typeof createCallCounter>[0]['reserve']>[0];

type Count = (userId: string) => Promise<void>;

async function isAllowed(count: Count, userId = 'mira'): Promise<boolean> {
  try {
    await count(userId);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(TooManyCalls);
    return false;
  }
}

/** Counts calls, one after another. Returns the number of accepted calls. */
async function countAllowed(count: Count, times: number, userId = 'mira'): Promise<number> {
  let allowedCalls = 0;
  for (let time = 0; time < times; time += 1) allowedCalls += Number(await isAllowed(count, userId));
  return allowedCalls;
}

describe('createCallCounter', () => {
  it("accepts a member's calls up to the limit per minute", async () => {
    const { reserve } = createSharedCounts();
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
    let time = 59_999;
    const count = createCallCounter({ limit: 30, reserve, now: () => time });
    expect(await countAllowed(count, 100)).toBe(30);

    time = 60_000;
    expect(await countAllowed(count, 100)).toBe(30);
  });

  it('writes once for the first call, and once for ten calls of a flood', async () => {
    const { reserve, writes } = createSharedCounts();
    const count = createCallCounter({ limit: 600, reserve, now: () => 0 });

    await countAllowed(count, 1);
    expect(writes()).toBe(1);

    await countAllowed(count, 599);
    expect(writes()).toBeLessThan(600 / MAX_BATCH + 10);
  });

  it('writes nothing for rejected calls', async () => {
    const { reserve, writes } = createSharedCounts();
    const count = createCallCounter({ limit: 30, reserve, now: () => 0 });
    await countAllowed(count, 31);
    const writesBefore = writes();

    expect(await countAllowed(count, 1000)).toBe(0);
    expect(writes()).toBe(writesBefore);
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
    const count = createCallCounter({ limit: 1, reserve, now: () => 60_000 + 37_200 });
    await count('mira');

    const rejection = await (async () => count('mira'))().catch((error) => error);

    expect(rejection).toMatchObject({ code: 'TooManyCalls', status: 429, retryAfterSeconds: 23 });
    expect(rejection.message).toContain('23 seconds');
  });

  it('limits calls per instance while the shared count is unavailable', async () => {
    const count = createCallCounter({ limit: 30, reserve: () => Promise.reject(new Error('busy')), now: () => 0 });

    expect(await countAllowed(count, 100)).toBe(30);
  });

  it('never exceeds the limit when many instances serve calls concurrently', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.nat(49), { minLength: 1, maxLength: 400 }),
        fc.scheduler(),
        async (limit, instanceOfCall, scheduler) => {
          const { reserve } = createSharedCounts();
          const delayedReserve = scheduler.scheduleFunction(reserve);
          const counters = Array.from({ length: 50 }, () =>
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
