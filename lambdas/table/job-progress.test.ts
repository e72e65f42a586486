/** Tests of the stored progress of jobs, with which the next run continues. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { clearJobProgress, readJobProgress, saveJobProgress } from './job-progress.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

describe('job progress', () => {
  it('returns undefined for a job that has saved no progress', async () => {
    expect(await readJobProgress(randomUUID())).toBeUndefined();
  });

  it('keeps the latest progress of each job until it is cleared', async () => {
    const firstJob = randomUUID();
    const secondJob = randomUUID();

    await saveJobProgress(firstJob, { step: 1 });
    await saveJobProgress(firstJob, { step: 2 });
    await saveJobProgress(secondJob, { step: 9 });
    expect(await readJobProgress(firstJob)).toEqual({ step: 2 });

    await clearJobProgress(firstJob);
    expect(await readJobProgress(firstJob)).toBeUndefined();
    expect(await readJobProgress(secondJob)).toEqual({ step: 9 });
  });
});
