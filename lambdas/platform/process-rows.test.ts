/**
 * Tests of the loop of jobs over rows. A final error of one row is logged and counted, and the other rows are
 * processed. A transient error ends the run, because a later run will succeed.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttled } from './errors.ts';
import { logger } from './logger.ts';
import { processRows } from './process-rows.ts';

const countMetric = vi.hoisted(() => vi.fn());
vi.mock('./metrics.ts', () => ({ countMetric }));

const logError = vi.spyOn(logger, 'error').mockReturnValue();
beforeEach(() => {
  vi.clearAllMocks();
});

describe.each([
  ['concurrently', false],
  ['one after another', true],
])('processRows, %s', (_, sequential) => {
  const options = { job: 'tide', describe: (row: number) => ({ row }), sequential };

  it('logs a row that fails with a final error, and processes the other rows', async () => {
    const processedRows: number[] = [];
    const processRow = async (row: number) => {
      if (row === 2) throw new TypeError('broken row');
      processedRows.push(row);
    };

    const failedCount = await processRows([1, 2, 3], processRow, options);

    expect(failedCount).toBe(1);
    expect(processedRows).toEqual([1, 3]);
    expect(logError).toHaveBeenCalledExactlyOnceWith('Row not processed', {
      job: 'tide',
      row: 2,
      error: expect.any(TypeError),
    });
  });

  /** Fails with a transient error for row 3, otherwise with a final error. */
  const failRow = async (row: number) => {
    if (row === 3) throw new Throttled();
    throw new TypeError('broken row');
  };

  it('counts the rows that fail with a final error', async () => {
    await processRows([1, 2], failRow, options);

    expect(countMetric.mock.calls).toEqual([['rowsFailed', 2]]);
  });

  it('counts the rows that fail with a final error even if a transient error follows', async () => {
    await expect(processRows([1, 2, 3], failRow, options)).rejects.toThrow(Throttled);

    expect(countMetric.mock.calls).toEqual([['rowsFailed', 2]]);
  });

  it('counts nothing if there are no rows', async () => {
    await processRows([], async () => {}, options);

    expect(countMetric).not.toHaveBeenCalled();
  });

  it('throws a transient error of any row', async () => {
    for (const throttledRow of [1, 2, 3]) {
      const processRow = async (row: number) => {
        if (row === throttledRow) throw new Throttled();
      };

      await expect(processRows([1, 2, 3], processRow, options)).rejects.toThrow(Throttled);
    }

    expect(logError).not.toHaveBeenCalled();
  });
});

it('processRows waits for the calls in progress before it throws', async () => {
  let hasFinished = false;
  // Row 2 is in progress when row 1 fails, because rows are processed concurrently by default.
  const processRow = async (row: number) => {
    if (row === 1) throw new Throttled();
    await new Promise((resolve) => setImmediate(resolve));
    hasFinished = true;
  };

  await expect(processRows([1, 2], processRow, { job: 'tide', describe: () => ({}) })).rejects.toThrow(Throttled);

  expect(hasFinished).toBe(true);
});
