import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const addCalls = vi.fn<(userId: string, minute: number, calls: number) => Promise<number>>();
vi.mock('../table/call-count.ts', () => ({ addCalls }));

let countCall: (userId: string) => Promise<void>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 120_000 });
  vi.resetModules();
  addCalls.mockReset();
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
  expect(addCalls).not.toHaveBeenCalled();
});

it('adds every tenth call of a member to the shared count of the minute', async () => {
  vi.stubEnv('CALLS_PER_MINUTE', '600');
  addCalls.mockResolvedValueOnce(10).mockResolvedValueOnce(20);
  await countCalls(29);
  expect(addCalls.mock.calls).toEqual([
    ['mira', 2, 10],
    ['mira', 2, 10],
  ]);
});

it('rejects calls above the limit of the stage, which other instances may have used up', async () => {
  vi.stubEnv('CALLS_PER_MINUTE', '600');
  addCalls.mockResolvedValueOnce(600).mockResolvedValueOnce(601);
  await countCalls(10);
  await expect(countCall('mira')).rejects.toMatchObject({ code: 'TooManyCalls' });
  vi.setSystemTime(180_000);
  await countCalls(9);
  await expect(countCall('mira')).rejects.toThrow('60 seconds');
});

it('limits the calls of this instance while the shared count is unavailable, and logs it', async () => {
  vi.stubEnv('CALLS_PER_MINUTE', '15');
  const { logger } = await import('../platform/logger.ts');
  const warn = vi.spyOn(logger, 'warn').mockReturnValue();
  const failure = new Error('busy');
  addCalls.mockRejectedValue(failure);
  await countCalls(15);
  await expect(countCall('mira')).rejects.toMatchObject({ code: 'TooManyCalls' });
  expect(warn.mock.calls).toEqual([['Call count not stored', { error: failure }]]);
});
