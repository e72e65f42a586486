import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TooManyCalls } from '../platform/errors.ts';
import { createCallCounter, LOCAL_BATCH } from './call-rate.ts';

/** The counts that all instances share, in memory. */
function sharedCounts() {
  const counts = new Map<string, number>();
  let writes = 0;
  return {
    add: async (userId: string, minute: number, calls: number) => {
      writes += 1;
      const key = `${userId} ${minute}`;
      counts.set(key, (counts.get(key) ?? 0) + calls);
      return counts.get(key)!;
    },
    writes: () => writes,
  };
}

async function allowed(count: (userId: string) => Promise<void>, times: number, userId = 'mira'): Promise<number> {
  let passed = 0;
  for (let time = 0; time < times; time += 1) {
    await count(userId).then(
      () => {
        passed += 1;
      },
      (error) => expect(error).toBeInstanceOf(TooManyCalls),
    );
  }
  return passed;
}

describe('createCallCounter', () => {
  it("accepts a member's calls up to the limit per minute", async () => {
    const { add } = sharedCounts();
    expect(await allowed(createCallCounter({ limit: 30, add, now: () => 0 }), 100)).toBe(30);
  });

  it('counts each member separately', async () => {
    const { add } = sharedCounts();
    const count = createCallCounter({ limit: 30, add, now: () => 0 });
    expect(await allowed(count, 100, 'mira')).toBe(30);
    expect(await allowed(count, 100, 'theo')).toBe(30);
  });

  it('starts at zero in the next minute', async () => {
    const { add } = sharedCounts();
    let time = 59_999;
    const count = createCallCounter({ limit: 30, add, now: () => time });
    expect(await allowed(count, 100)).toBe(30);
    time = 60_000;
    expect(await allowed(count, 100)).toBe(30);
  });

  it('writes nothing until an instance has counted a full batch', async () => {
    const { add, writes } = sharedCounts();
    const count = createCallCounter({ limit: 600, add, now: () => 0 });
    await allowed(count, LOCAL_BATCH - 1);
    expect(writes()).toBe(0);
    await allowed(count, 1);
    expect(writes()).toBe(1);
  });

  it('writes nothing for rejected calls', async () => {
    const { add, writes } = sharedCounts();
    const count = createCallCounter({ limit: 30, add, now: () => 0 });
    await allowed(count, 30);
    const before = writes();
    expect(await allowed(count, 1000)).toBe(0);
    expect(writes()).toBe(before);
  });

  it('returns the seconds until the minute ends as Retry-After', async () => {
    const { add } = sharedCounts();
    const count = createCallCounter({ limit: 1, add, now: () => 60_000 + 37_200 });
    await count('mira');
    const rejection = await count('mira').catch((error) => error);
    expect(rejection).toMatchObject({ code: 'TooManyCalls', status: 429, retryAfterSeconds: 23 });
    expect(rejection.message).toContain('23 seconds');
  });

  it('limits calls per instance while the shared count is unavailable', async () => {
    const count = createCallCounter({ limit: 30, add: () => Promise.reject(new Error('busy')), now: () => 0 });
    expect(await allowed(count, 100)).toBe(30);
  });

  it('exceeds the limit by at most one batch per instance', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.nat(7), { minLength: 1, maxLength: 800 }),
        async (limit, instances, order) => {
          const { add } = sharedCounts();
          const counts = Array.from({ length: instances }, () => createCallCounter({ limit, add, now: () => 0 }));
          let passed = 0;
          for (const index of order) passed += await allowed(counts[index % instances]!, 1);
          expect(passed).toBeGreaterThanOrEqual(Math.min(order.length, limit - instances * LOCAL_BATCH));
          expect(passed).toBeLessThanOrEqual(limit + instances * LOCAL_BATCH);
        },
      ),
    );
  });
});
