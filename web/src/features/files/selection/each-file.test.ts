/** Tests of sending one request for each selected file. */
import { describe, expect, it } from 'vitest';
import { sampleFile } from '../../../test-support/sample-data.ts';
import { forEachFile } from './each-file.ts';

/** Seven files with the keys 0 to 6. */
const files = Array.from({ length: 7 }, (_, index) => sampleFile({ key: String(index) }));

/** Returns the keys of files as one text. */
const keysOf = (listedFiles: readonly { readonly key: string }[]) => listedFiles.map(({ key }) => key).join('');

describe('forEachFile', () => {
  it('sends one request per file, and limits how many run at the same time', async () => {
    const sentKeys: string[] = [];
    let runningCount = 0;
    let maxRunning = 0;

    const { doneFiles, failures } = await forEachFile(
      files,
      async ({ key }) => {
        sentKeys.push(key);
        runningCount += 1;
        maxRunning = Math.max(maxRunning, runningCount);
        await new Promise((resolve) => setTimeout(resolve));
        runningCount -= 1;
      },
      { maxParallel: 3 },
    );

    expect(sentKeys.join('')).toBe('0123456');
    expect(maxRunning).toBe(3);
    expect(keysOf(doneFiles)).toBe('0123456');
    expect(failures).toEqual([]);
  });

  it('returns the failed files, and continues with the other files', async () => {
    const outcome = await forEachFile(
      files,
      async ({ key }) => {
        if (Number(key) % 3 === 0) throw new Error(`no ${key}`);
      },
      { maxParallel: 2 },
    );

    expect(keysOf(outcome.doneFiles)).toBe('1245');
    expect(outcome.failures.map(({ file, error }) => [file.key, error.message])).toEqual([
      ['0', 'no 0'],
      ['3', 'no 3'],
      ['6', 'no 6'],
    ]);
  });

  it('sends no further request after a final error', async () => {
    let sentCount = 0;

    const outcome = await forEachFile(
      files,
      async () => {
        sentCount += 1;
        if (sentCount === 3) throw new Error('limit');
      },
      { maxParallel: 1, failsAllRemaining: ({ message }) => message === 'limit' },
    );

    expect(sentCount).toBe(3);
    expect(keysOf(outcome.doneFiles)).toBe('01');
    expect(outcome.failures).toHaveLength(5);
  });
});
