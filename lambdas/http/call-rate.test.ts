import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TooManyCalls } from '../platform/errors.ts';
import { COUNTED_ALONE, callRate } from './call-rate.ts';

/** What all instances share. */
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

describe('the calls of a member in a minute', () => {
  it('are let through up to the limit, and refused beyond it', async () => {
    const { add } = sharedCounts();
    expect(await allowed(callRate({ limit: 30, add, now: () => 0 }), 100)).toBe(30);
  });

  it('are counted for each member apart', async () => {
    const { add } = sharedCounts();
    const count = callRate({ limit: 30, add, now: () => 0 });
    expect(await allowed(count, 100, 'mira')).toBe(30);
    expect(await allowed(count, 100, 'theo')).toBe(30);
  });

  it('begin anew with the next minute', async () => {
    const { add } = sharedCounts();
    let time = 59_999;
    const count = callRate({ limit: 30, add, now: () => time });
    expect(await allowed(count, 100)).toBe(30);
    time = 60_000;
    expect(await allowed(count, 100)).toBe(30);
  });

  it('cost nothing until there are as many as an instance counts by itself', async () => {
    const { add, writes } = sharedCounts();
    const count = callRate({ limit: 600, add, now: () => 0 });
    await allowed(count, COUNTED_ALONE - 1);
    expect(writes()).toBe(0);
    await allowed(count, 1);
    expect(writes()).toBe(1);
  });

  it('cost nothing more once they are refused', async () => {
    const { add, writes } = sharedCounts();
    const count = callRate({ limit: 30, add, now: () => 0 });
    await allowed(count, 30);
    const before = writes();
    expect(await allowed(count, 1000)).toBe(0);
    expect(writes()).toBe(before);
  });

  it('say how long to wait: until the minute ends', async () => {
    const { add } = sharedCounts();
    const count = callRate({ limit: 1, add, now: () => 60_000 + 37_200 });
    await count('mira');
    const refusal = await count('mira').catch((error) => error);
    expect(refusal).toMatchObject({ code: 'TooManyCalls', status: 429, retryAfterSeconds: 23 });
    expect(refusal.message).toContain('23 seconds');
  });

  it('are let through while they cannot be shared, and still limited in each instance', async () => {
    const count = callRate({ limit: 30, add: () => Promise.reject(new Error('busy')), now: () => 0 });
    expect(await allowed(count, 100)).toBe(30);
  });

  it('exceed the limit by no more than what the instances count by themselves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.nat(7), { minLength: 1, maxLength: 800 }),
        async (limit, instances, order) => {
          const { add } = sharedCounts();
          const counts = Array.from({ length: instances }, () => callRate({ limit, add, now: () => 0 }));
          let passed = 0;
          for (const index of order) passed += await allowed(counts[index % instances]!, 1);
          expect(passed).toBeGreaterThanOrEqual(Math.min(order.length, limit - instances * COUNTED_ALONE));
          expect(passed).toBeLessThanOrEqual(limit + instances * COUNTED_ALONE);
        },
      ),
    );
  });
});
