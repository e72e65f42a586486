import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReadPace } from './read-pace.ts';

/** Creates a clock that advances only during `sleep` and `advance`. */
function createClock() {
  let time = 1_000_000;
  return {
    now: () => time,
    sleep: async (milliseconds: number) => {
      time += milliseconds;
    },
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

describe('ReadPace', () => {
  it('waits for the time that the units take at the rate', async () => {
    const clock = createClock();
    const pace = new ReadPace(100, clock);

    await pace.spend(50);

    expect(clock.now()).toBe(1_000_500);
  });

  it('does not wait for time that has already passed', async () => {
    const clock = createClock();
    const pace = new ReadPace(100, clock);
    await pace.spend(100);
    clock.advance(3000);
    const before = clock.now();

    await pace.spend(10);

    expect(clock.now() - before).toBe(100);
  });

  it('delays parallel calls one after another', async () => {
    const waits: number[] = [];
    const pace = new ReadPace(100, { now: () => 0, sleep: async (ms) => waits.push(ms) });

    await Promise.all([pace.spend(10), pace.spend(10), pace.spend(10)]);

    expect(waits).toEqual([100, 200, 300]);
  });

  it('never exceeds the rate between any two calls', async () => {
    const steps = fc.array(fc.record({ pause: fc.nat({ max: 500 }), units: fc.nat({ max: 200 }) }), { maxLength: 30 });

    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 1000 }), async (calls, rate) => {
        const clock = createClock();
        const pace = new ReadPace(rate, clock);
        const history: { before: number; after: number; units: number }[] = [];

        for (const { pause, units } of calls) {
          clock.advance(pause);
          const before = clock.now();
          await pace.spend(units);
          history.push({ before, after: clock.now(), units });
        }

        for (const [first, { before }] of history.entries()) {
          let spentUnits = 0;
          for (const { after, units } of history.slice(first)) {
            spentUnits += units;
            expect(spentUnits).toBeLessThanOrEqual((rate * (after - before)) / 1000 + 1e-6);
          }
        }
      }),
    );
  });
});
