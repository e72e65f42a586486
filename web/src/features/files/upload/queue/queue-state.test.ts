/** Tests of the state of the upload queue: which file is next, and which progress and result it shows. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import type { PreparedFile } from '../prepare/prepare-file.ts';
import type { UploadEvent } from '../upload-state.ts';
import { computeProgress } from './queue-progress.ts';
import {
  EMPTY_QUEUE,
  isFinished,
  isRunning,
  MAX_PARALLEL_UPLOADS,
  nextToCompare,
  nextToPrepare,
  nextToSend,
  type QueuedFile,
  type QueueEvent,
  type QueueState,
  queueReducer,
} from './queue-state.ts';

const DETAILS = { fileName: 'reef.txt', description: '', altText: '', depth: '' };
const buildFile = (size: number) => new File(['x'.repeat(size)], 'reef.txt');

// The events of the queue, named after what has happened to a file.

/** Files of these sizes were chosen. Their IDs count from 1. */
const added = (...sizes: number[]): QueueEvent => ({
  type: 'added',
  files: sizes.map((size, index) => ({ id: index + 1, file: buildFile(size), details: DETAILS })),
});
const changed = (id: number, uploadEvent: UploadEvent): QueueEvent => ({ type: 'uploadChanged', id, uploadEvent });
const queued = (id: number) => changed(id, { type: 'queued' });
const started = (id: number) => changed(id, { type: 'started' });
/** Half of the bytes of a file have been sent. */
const halfSent = (id: number) => changed(id, { type: 'progressed', sent: 1, total: 2 });
const failed = (id: number) => changed(id, { type: 'failed', error: 'Full' });
const cancelled = (id: number) => changed(id, { type: 'cancelled' });
const stored = (id: number): QueueEvent => ({ type: 'stored', id, storedFile: { key: String(id) } as ListedFile });
/** The hidden details of a file were removed. The result has this size, in bytes. */
const prepared = (id: number, size = 10): QueueEvent => ({
  type: 'prepared',
  id,
  preparedFile: { file: buildFile(size), cleaning: 'nothing', keepsCameraData: false } satisfies PreparedFile,
});

/** Returns the queue after these events. */
const queueAfter = (...events: QueueEvent[]) => events.reduce(queueReducer, EMPTY_QUEUE);

describe('queueReducer', () => {
  it('shows a list from the choice of a second file until all files are removed', () => {
    expect(queueAfter(added(1)).hasSeveralFiles).toBe(false);

    const queueOfTwo = queueAfter(added(1, 2));
    expect(queueOfTwo.hasSeveralFiles).toBe(true);

    const queueOfOne = queueReducer(queueOfTwo, { type: 'removed', id: 1 });
    expect(queueOfOne).toMatchObject({ hasSeveralFiles: true, files: [{ id: 2 }] });
    expect(queueReducer(queueOfOne, { type: 'removed', id: 2 })).toEqual(EMPTY_QUEUE);
  });

  it('prepares only unsent files again when the choice about camera data changes', () => {
    const initialQueue = queueAfter(added(1, 2), prepared(1), prepared(2), queued(1), started(1));

    const changedQueue = queueReducer(initialQueue, { type: 'cameraDataChosen', keepsCameraData: true });

    expect(changedQueue.files.map((file) => file.preparedFile !== undefined)).toEqual([true, false]);
    expect(queueReducer(changedQueue, { type: 'cameraDataChosen', keepsCameraData: true })).toBe(changedQueue);
  });

  it('ignores events about removed files', () => {
    const queue = queueAfter(added(1, 2), { type: 'removed', id: 1 });

    for (const event of [prepared(1), stored(1), halfSent(1), queued(1)]) {
      expect(queueReducer(queue, event)).toBe(queue);
    }
  });
});

describe('nextToSend', () => {
  it('returns the first prepared file while fewer than two files are being sent', () => {
    const queue = queueAfter(added(1, 2, 3), queued(1), queued(2), queued(3), prepared(2), prepared(3));
    expect(nextToSend(queue)?.id).toBe(2);
    expect(nextToSend(queueReducer(queue, prepared(1)))?.id).toBe(1);

    const busyQueue = [started(2), started(3), prepared(1)].reduce(queueReducer, queue);
    expect(nextToSend(busyQueue)).toBeUndefined();
  });
});

describe('nextToPrepare', () => {
  it('returns a file whose upload was started before other files', () => {
    const queue = queueAfter(added(1, 2, 3), queued(3));

    expect(nextToPrepare(queue)?.id).toBe(3);
    expect(nextToPrepare(queueReducer(queue, prepared(3)))?.id).toBe(1);
  });
});

describe('nextToCompare', () => {
  it('returns a prepared file that has not been sent', () => {
    const queue = queueAfter(added(1, 2), prepared(1), prepared(2), queued(1), started(1));
    expect(nextToCompare(queue)?.id).toBe(2);

    const comparedQueue = queueReducer(queue, {
      type: 'copyChecked',
      id: 2,
      copyCheck: { status: 'done', isCopy: true },
    });
    expect(nextToCompare(comparedQueue)).toBeUndefined();
  });
});

describe('computeProgress', () => {
  it('counts the bytes of files without their hidden details', () => {
    const queue = queueAfter(added(100, 100, 100), prepared(1, 80), queued(1), queued(2), started(1), halfSent(1));

    // Half of the 80 bytes of file 1 are sent. File 2 still has 100 bytes. File 3 isn't started, so it doesn't count.
    // 40 of 180 bytes are 22 percent.
    expect(computeProgress(queue)).toEqual({
      totalCount: 2,
      sharedCount: 0,
      failedCount: 0,
      sentBytes: 40,
      totalBytes: 180,
      percent: 22,
    });
  });

  it('omits the bytes of failed files, and counts all bytes of shared files', () => {
    const events = [queued(1), queued(2), started(1), started(2), halfSent(2), failed(2), stored(1)];
    const queue = queueAfter(added(10, 90), ...events, changed(1, { type: 'progressReset' }));

    expect(computeProgress(queue)).toMatchObject({ totalCount: 2, sharedCount: 1, failedCount: 1, percent: 100 });
  });
});

describe('isFinished', () => {
  it('returns true once all uploads have ended, until a failed file is retried', () => {
    const endedQueue = queueAfter(added(10, 90), queued(1), queued(2), started(1), started(2), failed(2), stored(1));

    expect(isFinished(endedQueue)).toBe(true);
    expect(isFinished(queueReducer(endedQueue, changed(1, { type: 'progressReset' })))).toBe(true);
    expect(isFinished(queueReducer(endedQueue, queued(2)))).toBe(false);
  });
});

/** An event about one of three files, or about a file that doesn't exist. */
const anyEvent = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.nat(10))
  .chain(([id, number]) =>
    fc.constantFrom(
      queued(id),
      halfSent(id),
      failed(id),
      cancelled(id),
      stored(id),
      prepared(id, number + 1),
      changed(id, { type: 'paused' }),
      changed(id, { type: 'progressReset' }),
      { type: 'removed', id } as const,
      { type: 'cameraDataChosen', keepsCameraData: number > 5 } as const,
    ),
  );

/** Starts all uploads that can start, as the queue does after every event. */
function startNext(queue: QueueState): QueueState {
  const nextFile = nextToSend(queue);
  return nextFile ? startNext(queueReducer(queue, started(nextFile.id))) : queue;
}

/** Prepares and ends all uploads that are waiting or running. */
function finish(queue: QueueState): QueueState {
  const unpreparedFile = nextToPrepare(queue);
  if (unpreparedFile) return finish(startNext(queueReducer(queue, prepared(unpreparedFile.id))));

  const runningFile = queue.files.find(({ state }) => state.status === 'uploading');
  return runningFile ? finish(startNext(queueReducer(queue, stored(runningFile.id)))) : queue;
}

/** Returns the IDs of the shared files. */
const sharedIds = ({ files }: QueueState) => files.filter(({ storedFile }) => storedFile).map(({ id }) => id);

/** Expects that a queue has consistent files and numbers, and at most as many uploads as allowed. */
function expectConsistent(queue: QueueState): void {
  const uploadingFiles = queue.files.filter(({ state }) => state.status === 'uploading');
  expect(uploadingFiles.length).toBeLessThanOrEqual(MAX_PARALLEL_UPLOADS);
  expect(uploadingFiles.every((file) => file.preparedFile)).toBe(true);

  const { totalCount, sharedCount, failedCount, sentBytes, totalBytes, percent } = computeProgress(queue);
  expect(sentBytes).toBeLessThanOrEqual(totalBytes);
  expect(percent).toBeLessThanOrEqual(100);
  expect(sharedCount + failedCount).toBeLessThanOrEqual(totalCount);

  const hasConsistentState = (file: QueuedFile) =>
    (file.storedFile !== undefined) === (file.state.status === 'success');
  expect(queue.files.every(hasConsistentState)).toBe(true);
}

describe('queueReducer with random events', () => {
  it('never loses a shared file, exceeds the limit of uploads, or reports more than 100 percent', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
        let queue = queueAfter(added(10, 20, 30));

        for (const event of events) {
          const previousQueue = queue;
          queue = startNext(queueReducer(previousQueue, event));
          expectConsistent(queue);

          const removedId = event.type === 'removed' ? event.id : undefined;
          const remainingIds = sharedIds(previousQueue).filter((id) => id !== removedId);
          expect(sharedIds(queue)).toEqual(expect.arrayContaining(remainingIds));
        }

        const finishedQueue = finish(queue);
        expect(isRunning(finishedQueue)).toBe(false);
        expect(nextToSend(finishedQueue) ?? nextToPrepare(finishedQueue)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});
