/** Tests of the pace of jobs: they wait after each read, so that they leave read capacity to members. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReadPace } from './read-pace.ts';

/** When a fake clock starts, in milliseconds. */
const START_MS = 1_000_000;

/** Tolerance for the rounding of floating-point numbers, in read units. */
const TOLERANCE = 1e-6;

/** Creates a fake clock that advances only during `sleep` and `advance`. */
function createClock() {
  let time = START_MS;
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

/** Spends units after each pause. Returns when each call started and ended, in milliseconds. */
async function recordCalls(steps: readonly { pauseMs: number; units: number }[], unitsPerSecond: number) {
  const clock = createClock();
  const pace = new ReadPace(unitsPerSecond, clock);
  const calls: { startedAt: number; endedAt: number; units: number }[] = [];

  for (const { pauseMs, units } of steps) {
    clock.advance(pauseMs);
    const startedAt = clock.now();
    await pace.spend(units);
    calls.push({ startedAt, endedAt: clock.now(), units });
  }

  return calls;
}

describe('ReadPace', () => {
  it('waits for the time that the units take at the rate', async () => {
    const clock = createClock();
    const pace = new ReadPace(100, clock);

    await pace.spend(50);

    expect(clock.now() - START_MS).toBe(500);
  });

  it('does not save unused time for later calls', async () => {
    const clock = createClock();
    const pace = new ReadPace(100, clock);
    await pace.spend(100);
    clock.advance(3000);
    const startedAt = clock.now();

    await pace.spend(10);

    expect(clock.now() - startedAt).toBe(100);
  });

  it('makes each concurrent call wait for the units of all earlier calls', async () => {
    const waits: number[] = [];
    const pace = new ReadPace(100, { now: () => 0, sleep: async (ms) => waits.push(ms) });

    await Promise.all([pace.spend(10), pace.spend(10), pace.spend(10)]);

    expect(waits).toEqual([100, 200, 300]);
  });

  it('never exceeds the rate between any two calls', async () => {
    const step = fc.record({ pauseMs: fc.nat({ max: 500 }), units: fc.nat({ max: 200 }) });
    const stepLists = fc.array(step, { maxLength: 30 });
    const rates = fc.integer({ min: 1, max: 1000 });

    await fc.assert(
      fc.asyncProperty(stepLists, rates, async (steps, rate) => {
        const calls = await recordCalls(steps, rate);

        for (const [first, { startedAt }] of calls.entries()) {
          let spentUnits = 0;
          for (const { endedAt, units } of calls.slice(first)) {
            spentUnits += units;
            const allowedUnits = (rate * (endedAt - startedAt)) / 1000;
            expect(spentUnits).toBeLessThanOrEqual(allowedUnits + TOLERANCE);
          }
        }
      }),
    );
  });
});
