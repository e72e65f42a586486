import { expect, it } from 'vitest';
import { planUploads } from './plan-uploads.ts';
import type { QueuedFile } from './queue-state.ts';

/** Builds a file of the queue with these numbers of bytes. Its other fields don't count. */
const buildFile = (bytes: number, posterBytes?: number) =>
  ({
    file: new File(['x'.repeat(bytes)], 'a'),
    preparedFile: {
      file: new File(['x'.repeat(bytes)], 'a'),
      ...(posterBytes !== undefined && { poster: new Blob(['x'.repeat(posterBytes)]) }),
    },
  }) as QueuedFile;

it('counts the poster of a video as an upload that is not stored', () => {
  expect(planUploads([buildFile(20), buildFile(300, 4)])).toEqual({
    fileCount: 2,
    uses: { uploads: 3, uploadBytes: 324, storedBytes: 320 },
  });
});

it('does not count the poster of a single file, which is sent after the file', () => {
  expect(planUploads([buildFile(300, 4)])).toEqual({
    fileCount: 1,
    uses: { uploads: 1, uploadBytes: 300, storedBytes: 300 },
  });
});
