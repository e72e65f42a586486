/** Tests of the state of one upload: waiting, uploading, paused, ended. Late events must not change a later state. */
import { describe, expect, it } from 'vitest';
import { IDLE, type UploadEvent, uploadReducer } from './upload-state.ts';

/** Returns the state of an upload after these events. */
const stateAfter = (...events: UploadEvent[]) => events.reduce(uploadReducer, IDLE);

const queued: UploadEvent = { type: 'queued' };
const started: UploadEvent = { type: 'started' };
const halfSent: UploadEvent = { type: 'progressed', sent: 50, total: 100 };

describe('uploadReducer', () => {
  it('rounds progress down to whole percent', () => {
    expect(stateAfter(started, halfSent)).toEqual({ status: 'uploading', progress: 50 });
    expect(stateAfter(started, { type: 'progressed', sent: 999, total: 1000 }).progress).toBe(99);
    expect(stateAfter(started, { type: 'progressed', sent: 0, total: 0 }).progress).toBe(0);
  });

  it('queues a new upload', () => {
    expect(stateAfter(queued)).toEqual({ status: 'waiting', progress: 0 });
  });

  it('succeeds at 100 percent, then resets the progress bar', () => {
    expect(stateAfter(started, halfSent, { type: 'succeeded' })).toEqual({ status: 'success', progress: 100 });
    expect(stateAfter(started, { type: 'succeeded' }, { type: 'progressReset' })).toEqual({
      status: 'success',
      progress: 0,
    });
  });

  it('keeps the error when the progress bar resets, and clears the error at the next start', () => {
    const failedState = stateAfter(
      started,
      halfSent,
      { type: 'failed', error: 'Upload failed' },
      { type: 'progressReset' },
    );

    expect(failedState).toEqual({ status: 'error', progress: 0, error: 'Upload failed' });
    expect(uploadReducer(failedState, started)).toEqual({ status: 'uploading', progress: 0 });
  });

  it('starts an upload again after a failure, but not after a success', () => {
    expect(stateAfter(started, halfSent, { type: 'failed', error: 'Full' }, queued)).toEqual({
      status: 'waiting',
      progress: 0,
    });

    const succeededState = stateAfter(started, { type: 'succeeded' });
    expect(uploadReducer(succeededState, queued)).toBe(succeededState);
  });

  it('ignores a cancellation after a success', () => {
    const succeededState = stateAfter(started, { type: 'succeeded' });

    expect(uploadReducer(succeededState, { type: 'cancelled' })).toBe(succeededState);
  });

  it('returns the same object if the whole percent has not changed', () => {
    const uploadingState = stateAfter(started, halfSent);

    expect(uploadReducer(uploadingState, { type: 'progressed', sent: 509, total: 1000 })).toBe(uploadingState);
  });

  it('ignores events that arrive after a cancellation', () => {
    expect(stateAfter(started, halfSent, { type: 'cancelled' }, halfSent, { type: 'succeeded' })).toEqual(IDLE);
  });

  it('does not reset the progress bar of a newer upload', () => {
    expect(stateAfter(started, { type: 'succeeded' }, started, halfSent, { type: 'progressReset' }).progress).toBe(50);
  });

  it('keeps the progress of a paused upload', () => {
    const pausedState = stateAfter(started, halfSent, { type: 'paused' });
    expect(pausedState).toEqual({ status: 'paused', progress: 50 });

    // A progress event can arrive after the pause.
    expect(uploadReducer(pausedState, { type: 'progressed', sent: 60, total: 100 })).toBe(pausedState);
  });

  it('resumes a paused upload at its progress', () => {
    const resumedState = stateAfter(started, halfSent, { type: 'paused' }, queued);

    expect(resumedState).toEqual({ status: 'waiting', progress: 50 });
    expect(uploadReducer(resumedState, started)).toEqual({ status: 'uploading', progress: 50 });
  });

  it('keeps an upload running when it is queued again', () => {
    expect(stateAfter(started, queued).status).toBe('uploading');
  });

  it('reports a missing connection until the upload is paused', () => {
    const offlineState = stateAfter(started, halfSent, { type: 'connection', isOffline: true });

    expect(offlineState.isOffline).toBe(true);
    expect(uploadReducer(offlineState, { type: 'paused' }).isOffline).toBeUndefined();
  });
});
