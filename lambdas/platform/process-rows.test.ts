import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttled } from './errors.ts';
import { logger } from './logger.ts';
import { processRows } from './process-rows.ts';

const countMetric = vi.hoisted(() => vi.fn());
vi.mock('./metrics.ts', () => ({ countMetric }));

const log = vi.spyOn(logger, 'error').mockReturnValue();
beforeEach(() => {
  log.mockClear();
});
afterEach(() => {
  vi.clearAllMocks();
});

describe.each([
  ['concurrently', false],
  ['one after another', true],
])('processRows, %s', (_, sequential) => {
  const options = { job: 'tide', describe: (row: number) => ({ row }), sequential };

  it('logs a row that fails with a final error, and processes the other rows', async () => {
    const processedRows: number[] = [];
    const process = async (row: number) => {
      if (row === 2) throw new TypeError('broken row');
      processedRows.push(row);
    };

    expect(await processRows([1, 2, 3], process, options)).toBe(1);
    expect(processedRows).toEqual([1, 3]);
    expect(log).toHaveBeenCalledExactlyOnceWith('Row not processed', {
      job: 'tide',
      row: 2,
      error: expect.any(TypeError),
    });
  });

  it('counts the rows that fail with a final error, even if a transient error follows', async () => {
    const fail = async (row: number) => {
      if (row === 3) throw new Throttled();
      throw new TypeError('broken row');
    };

    await processRows([1, 2], fail, options);
    await processRows([1, 2, 3], fail, options).catch(() => {});
    await processRows([], fail, options);

    expect(countMetric.mock.calls).toEqual([
      ['rowsFailed', 2],
      ['rowsFailed', 2],
    ]);
  });

  it('throws a transient error of any row', async () => {
    for (const throttledRow of [1, 2, 3]) {
      const process = async (row: number) => {
        if (row === throttledRow) throw new Throttled();
      };

      await expect(processRows([1, 2, 3], process, options)).rejects.toThrow(Throttled);
    }

    expect(log).not.toHaveBeenCalled();
  });
});

it('processRows waits for the calls in progress before it throws', async () => {
  let hasFinished = false;
  const process = async (row: number) => {
    if (row === 1) throw new Throttled();
    await new Promise((resolve) => setImmediate(resolve));
    hasFinished = true;
  };

  await expect(processRows([1, 2], process, { job: 'tide', describe: () => ({}) })).rejects.toThrow(Throttled);

  expect(hasFinished).toBe(true);
});
