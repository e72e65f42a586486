import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import type { PreparedFile } from '../prepare/prepare-file.ts';
import type { UploadEvent } from '../upload-state.ts';
import {
  EMPTY_QUEUE,
  isFinished,
  isRunning,
  MAX_PARALLEL_UPLOADS,
  nextToCompare,
  nextToPrepare,
  nextToSend,
  progressOf,
  type QueueEvent,
  type QueueState,
  queueReducer,
} from './queue-state.ts';

const DETAILS = { fileName: 'reef.txt', description: '', altText: '' };
const fileOf = (size: number) => new File(['x'.repeat(size)], 'reef.txt');

const added = (...sizes: number[]): QueueEvent => ({
  type: 'added',
  files: sizes.map((size, index) => ({ id: index + 1, file: fileOf(size), details: DETAILS })),
});
const changed = (id: number, event: UploadEvent): QueueEvent => ({ type: 'uploadChanged', id, event });
const queued = (id: number) => changed(id, { type: 'queued' });
const started = (id: number) => changed(id, { type: 'started' });
const half = (id: number) => changed(id, { type: 'progressed', sent: 1, total: 2 });
const failed = (id: number) => changed(id, { type: 'failed', error: 'Full' });
const cancelled = (id: number) => changed(id, { type: 'cancelled' });
const stored = (id: number): QueueEvent => ({ type: 'stored', id, stored: { key: String(id) } as ListedFile });
const prepared = (id: number, size = 10): QueueEvent => ({
  type: 'prepared',
  id,
  prepared: { file: fileOf(size), cleaning: 'nothing', keepsCameraData: false } satisfies PreparedFile,
});

const queueAfter = (...events: QueueEvent[]) => events.reduce(queueReducer, EMPTY_QUEUE);

describe('queueReducer', () => {
  it('shows a list once the member has chosen several files, until all are removed', () => {
    expect(queueAfter(added(1)).several).toBe(false);

    const two = queueAfter(added(1, 2));
    expect(two.several).toBe(true);

    const one = queueReducer(two, { type: 'removed', id: 1 });
    expect(one).toMatchObject({ several: true, files: [{ id: 2 }] });
    expect(queueReducer(one, { type: 'removed', id: 2 })).toEqual(EMPTY_QUEUE);
  });

  it('prepares unsent files again after a change of what stays in pictures, but not a file that is being sent', () => {
    const before = queueAfter(added(1, 2), prepared(1), prepared(2), queued(1), started(1));
    const after = queueReducer(before, { type: 'cameraDataChosen', keeps: true });
    expect(after.files.map((file) => file.prepared !== undefined)).toEqual([true, false]);
    expect(queueReducer(after, { type: 'cameraDataChosen', keeps: true })).toBe(after);
  });

  it('ignores events about removed files', () => {
    const queue = queueAfter(added(1, 2), { type: 'removed', id: 1 });
    for (const event of [prepared(1), stored(1), half(1), queued(1)]) expect(queueReducer(queue, event)).toBe(queue);
  });
});

describe('the order of work', () => {
  it('sends files in the order of their choice, once they are prepared, and at most two at once', () => {
    const queue = queueAfter(added(1, 2, 3), queued(1), queued(2), queued(3), prepared(2), prepared(3));
    expect(nextToSend(queue)?.id).toBe(2);
    expect(nextToSend(queueReducer(queue, prepared(1)))?.id).toBe(1);
    expect(nextToSend([started(2), started(3), prepared(1)].reduce(queueReducer, queue))).toBeUndefined();
  });

  it('prepares first what the member is waiting for', () => {
    const queue = queueAfter(added(1, 2, 3), queued(3));
    expect(nextToPrepare(queue)?.id).toBe(3);
    expect(nextToPrepare(queueReducer(queue, prepared(3)))?.id).toBe(1);
  });

  it('compares prepared files that have not been sent', () => {
    const queue = queueAfter(added(1, 2), prepared(1), prepared(2), queued(1), started(1));
    expect(nextToCompare(queue)?.id).toBe(2);
    const comparedQueue = queueReducer(queue, { type: 'copyChecked', id: 2, copy: { status: 'done', held: true } });
    expect(nextToCompare(comparedQueue)).toBeUndefined();
  });
});

describe('progressOf', () => {
  it('adds up the bytes that are sent, which are fewer without hidden details', () => {
    const queue = queueAfter(added(100, 100, 100), prepared(1, 80), queued(1), queued(2), started(1), half(1));
    expect(progressOf(queue)).toEqual({
      total: 2,
      shared: 0,
      failed: 0,
      sentBytes: 40,
      totalBytes: 180,
      percent: 22,
    });
  });

  it('leaves out the bytes of failed files, and keeps those of shared ones when their bar is reset', () => {
    const events = [queued(1), queued(2), started(1), started(2), half(2), failed(2), stored(1)];
    const queue = queueAfter(added(10, 90), ...events, changed(1, { type: 'progressReset' }));
    expect(progressOf(queue)).toMatchObject({ total: 2, shared: 1, failed: 1, percent: 100 });
    expect(isFinished(queue)).toBe(true);
    expect(isFinished(queueReducer(queue, queued(2)))).toBe(false);
  });
});

/** Any event about three files, in any order, as uploads, the member, and timers cause them. */
const anyEvent = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.nat(10))
  .chain(([id, kind]) =>
    fc.constantFrom(
      ...[queued(id), half(id), failed(id), cancelled(id), stored(id), prepared(id, kind + 1)],
      changed(id, { type: 'paused' }),
      changed(id, { type: 'progressReset' }),
      { type: 'removed', id } as const,
      { type: 'cameraDataChosen', keeps: kind > 5 } as const,
    ),
  );

/** Starts what may start, as the queue does after every event. */
function startNext(queue: QueueState): QueueState {
  const nextFile = nextToSend(queue);
  return nextFile ? startNext(queueReducer(queue, started(nextFile.id))) : queue;
}

/** Lets everything that is waiting or running end. */
function finish(queue: QueueState): QueueState {
  const unpreparedFile = nextToPrepare(queue);
  if (unpreparedFile) return finish(startNext(queueReducer(queue, prepared(unpreparedFile.id))));
  const runningFile = queue.files.find(({ state }) => state.status === 'uploading');
  return runningFile ? finish(startNext(queueReducer(queue, stored(runningFile.id)))) : queue;
}

describe('any order of progress, failures, pauses, and cancellations', () => {
  it('never loses a shared file, sends too many at once, or counts more than there is', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
        let queue = queueAfter(added(10, 20, 30));
        for (const event of events) {
          const before = queue;
          queue = startNext(queueReducer(before, event));
          const { total, shared, failed, sentBytes, totalBytes, percent } = progressOf(queue);
          const uploadingFiles = queue.files.filter(({ state }) => state.status === 'uploading');
          expect(uploadingFiles.length).toBeLessThanOrEqual(MAX_PARALLEL_UPLOADS);
          expect(uploadingFiles.every((file) => file.prepared)).toBe(true);
          expect(sentBytes).toBeLessThanOrEqual(totalBytes);
          expect(percent).toBeLessThanOrEqual(100);
          expect(shared + failed).toBeLessThanOrEqual(total);
          expect(queue.files.every((file) => (file.stored !== undefined) === (file.state.status === 'success'))).toBe(
            true,
          );
          const removedId = event.type === 'removed' ? event.id : undefined;
          const keptIds = before.files.filter((file) => file.stored && file.id !== removedId).map(({ id }) => id);
          expect(queue.files.filter((file) => file.stored).map(({ id }) => id)).toEqual(
            expect.arrayContaining(keptIds),
          );
        }

        const end = finish(queue);
        expect(isRunning(end)).toBe(false);
        expect(nextToSend(end) ?? nextToPrepare(end)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});
