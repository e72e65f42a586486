import { describe, expect, it } from 'vitest';
import { describeProgress } from './queue-overview.tsx';

describe('describeProgress', () => {
  const progress = { totalCount: 12, sharedCount: 0, failedCount: 0, percent: 0, sentBytes: 0, totalBytes: 0 };

  it('changes four times while many files are uploaded', () => {
    const texts = Array.from({ length: 13 }, (_, sharedCount) => describeProgress({ ...progress, sharedCount }));

    expect([...new Set(texts)]).toEqual([
      '0 of 12 files',
      '3 of 12 files',
      '6 of 12 files',
      '9 of 12 files',
      '12 of 12 files',
    ]);
  });

  it('contains the number of failed files', () => {
    // The number of shared files is rounded down to a quarter of all files.
    expect(describeProgress({ ...progress, sharedCount: 4, failedCount: 1 })).toBe('3 of 12 files, 1 failed');
  });
});
