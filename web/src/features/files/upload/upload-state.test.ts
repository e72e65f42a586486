import { describe, expect, it } from 'vitest';
import { IDLE, type UploadEvent, uploadReducer } from './upload-state.ts';

const stateAfter = (...events: UploadEvent[]) => events.reduce(uploadReducer, IDLE);
const queued: UploadEvent = { type: 'queued' };
const started: UploadEvent = { type: 'started' };
const half: UploadEvent = { type: 'progressed', sent: 50, total: 100 };

describe('uploadReducer', () => {
  it('rounds progress down to whole percent', () => {
    expect(stateAfter(started, half)).toEqual({ status: 'uploading', progress: 50 });
    expect(stateAfter(started, { type: 'progressed', sent: 999, total: 1000 }).progress).toBe(99);
    expect(stateAfter(started, { type: 'progressed', sent: 0, total: 0 }).progress).toBe(0);
  });

  it('succeeds at 100 percent, then resets the progress bar', () => {
    expect(stateAfter(started, half, { type: 'succeeded' })).toEqual({ status: 'success', progress: 100 });
    expect(stateAfter(started, { type: 'succeeded' }, { type: 'progressReset' })).toEqual({
      status: 'success',
      progress: 0,
    });
  });

  it('keeps the error when the bar resets, and clears it at the next start', () => {
    const failedState = stateAfter(
      started,
      half,
      { type: 'failed', error: 'Upload failed' },
      { type: 'progressReset' },
    );
    expect(failedState).toEqual({ status: 'error', progress: 0, error: 'Upload failed' });
    expect(uploadReducer(failedState, started)).toEqual({ status: 'uploading', progress: 0 });
  });

  it('waits for its turn, also after a failure, but never after a success', () => {
    expect(stateAfter(queued)).toEqual({ status: 'waiting', progress: 0 });
    expect(stateAfter(started, half, { type: 'failed', error: 'Full' }, queued)).toEqual({
      status: 'waiting',
      progress: 0,
    });

    const sharedState = stateAfter(started, { type: 'succeeded' });
    expect(uploadReducer(sharedState, queued)).toBe(sharedState);
    expect(uploadReducer(sharedState, { type: 'cancelled' })).toBe(sharedState);
  });

  it('returns the same state for the same percent', () => {
    const uploadingState = stateAfter(started, half);
    expect(uploadReducer(uploadingState, { type: 'progressed', sent: 509, total: 1000 })).toBe(uploadingState);
  });

  it('returns to idle when cancelled, and ignores late events', () => {
    expect(stateAfter(started, half, { type: 'cancelled' }, half, { type: 'succeeded' })).toEqual(IDLE);
  });

  it('does not reset the bar of a newer upload', () => {
    expect(stateAfter(started, { type: 'succeeded' }, started, half, { type: 'progressReset' }).progress).toBe(50);
  });

  it('keeps the progress while paused, and reports a missing connection', () => {
    const pausedState = stateAfter(started, half, { type: 'paused' });
    expect(pausedState).toEqual({ status: 'paused', progress: 50 });
    // A progress event can arrive after the pause.
    expect(uploadReducer(pausedState, { type: 'progressed', sent: 60, total: 100 })).toBe(pausedState);

    const resumedState = uploadReducer(pausedState, queued);
    expect(resumedState).toEqual({ status: 'waiting', progress: 50 });
    expect(uploadReducer(resumedState, started)).toEqual({ status: 'uploading', progress: 50 });
    expect(stateAfter(started, queued).status).toBe('uploading');

    const waitingState = stateAfter(started, half, { type: 'connection', offline: true });
    expect(waitingState.offline).toBe(true);
    expect(uploadReducer(waitingState, { type: 'paused' }).offline).toBeUndefined();
  });
});
