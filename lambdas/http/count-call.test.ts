/** Tests of the count of calls per member and minute with the stage's limit, and with the table replaced by a fake. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../shared/rules/durations.ts';

const reserveCalls = vi.fn<(reservation: object) => Promise<boolean>>();
vi.mock('../table/call-count.ts', () => ({ reserveCalls }));

let countCall: (userId: string) => Promise<void>;

beforeEach(async () => {
  // The start of minute 2 since 1970.
  vi.useFakeTimers({ toFake: ['Date'], now: 2 * MINUTE_MS });
  vi.resetModules();
  reserveCalls.mockReset();
  ({ countCall } = await import('./call-rate.ts'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function countCalls(calls: number): Promise<void> {
  for (let call = 0; call < calls; call += 1) await countCall('mira');
}

it('counts no calls on a stage without a limit', async () => {
  vi.stubEnv('CALLS_PER_MINUTE', undefined);

  await countCalls(100);

  expect(reserveCalls).not.toHaveBeenCalled();
});

it('reserves calls of the minute in batches that grow to ten', async () => {
  vi.stubEnv('CALLS_PER_MINUTE', '600');
  reserveCalls.mockResolvedValue(true);

  await countCalls(27);

  const reservation = { userId: 'mira', minute: 2, limit: 600 };
  // The first six batches have 26 calls, so the last call needs a seventh batch.
  expect(reserveCalls.mock.calls.map(([call]) => call)).toEqual(
    [1, 1, 2, 4, 8, 10, 10].map((count) => ({ ...reservation, count })),
  );
});

it('rejects calls after other instances have used up the limit, until the next minute', async () => {
  vi.stubEnv('CALLS_PER_MINUTE', '600');
  reserveCalls.mockResolvedValueOnce(true).mockResolvedValue(false);
  await countCalls(1);
  await expect(async () => countCall('mira')).rejects.toMatchObject({ code: 'TooManyCalls' });

  vi.setSystemTime(3 * MINUTE_MS);
  reserveCalls.mockResolvedValueOnce(true);
  await countCalls(1);
  await expect(async () => countCall('mira')).rejects.toMatchObject({ code: 'TooManyCalls', retryAfterSeconds: 60 });
});

it('reserves a smaller batch if little is left of the limit', async () => {
  vi.stubEnv('CALLS_PER_MINUTE', '600');
  reserveCalls.mockImplementation(async (reservation) => (reservation as { count: number }).count === 1);

  await countCalls(4);

  // The batches of two and three calls are refused, so half of each, rounded down, is reserved instead.
  expect(reserveCalls.mock.calls.map(([call]) => (call as { count: number }).count)).toEqual([1, 1, 2, 1, 3, 1]);
});

it('limits the calls of this instance while the shared count is unavailable, and logs the error', async () => {
  vi.stubEnv('CALLS_PER_MINUTE', '15');
  const { logger } = await import('../platform/logger.ts');
  const warn = vi.spyOn(logger, 'warn').mockReturnValue();
  const failure = new Error('busy');
  reserveCalls.mockRejectedValue(failure);

  await countCalls(15);

  await expect(async () => countCall('mira')).rejects.toMatchObject({ code: 'TooManyCalls' });
  expect(warn.mock.calls[0]).toEqual(['Call count not stored', { error: failure }]);
});
