import { nameForRepair } from './log-fields.ts';
import { logger } from './logger.ts';
import { countMetric } from './metrics.ts';
import { isTransient } from './transient-errors.ts';

/**
 * Thrown by a job that can't complete because rows failed. It has processed all other rows, and logged the failed rows.
 */
export class RowsFailed extends Error {
  override readonly name = 'RowsFailed';
  constructor(job: string, count: number) {
    super(`${job}: ${count} rows failed.`);
  }
}

interface RowOptions<T> {
  /** The name of the job, for the log. */
  readonly job: string;
  /** Returns the IDs that identify a row in the log, without personal data. */
  readonly describe: (row: T) => Readonly<Record<string, string | number | undefined>>;
  /** Processes the rows one after another; concurrently by default. */
  readonly sequential?: boolean;
}

/**
 * Processes the rows of a job.
 *
 * A transient error stops the job: it throws, so that no caller reports or saves completion, and a later run repeats
 * the rows. A final error concerns one row: it is logged and counted, and the other rows are processed. The alarm
 * `rowsFailed` reads the count, because the run itself succeeds unless its caller throws {@link RowsFailed}.
 *
 * @returns the number of rows that failed with a final error
 * @throws the transient error of a row, after the calls in progress have ended
 */
export async function processRows<T>(
  rows: readonly T[],
  process: (row: T) => Promise<unknown>,
  { job, describe, sequential = false }: RowOptions<T>,
): Promise<number> {
  let failedRows = 0;
  const processRow = async (row: T) => {
    try {
      await process(row);
    } catch (error) {
      if (isTransient(error)) throw error;
      failedRows++;
      logger.error('Row not processed', { job, ...nameForRepair(describe(row)), error: error as Error });
    }
  };

  try {
    if (sequential) {
      for (const row of rows) await processRow(row);
    } else {
      const results = await Promise.allSettled(rows.map(processRow));
      const rejection = results.find((result) => result.status === 'rejected');
      if (rejection) throw rejection.reason;
    }
  } finally {
    if (failedRows > 0) countMetric('rowsFailed', failedRows);
  }

  return failedRows;
}
