import { describe, expect, it } from 'vitest';
import { IDLE, nextUpload, type UploadEvent } from './upload-state.ts';

const stateAfter = (...events: UploadEvent[]) => events.reduce(nextUpload, IDLE);
const started: UploadEvent = { type: 'started' };
const half: UploadEvent = { type: 'progressed', sent: 50, total: 100 };

describe('the uploader', () => {
  it('shows whole percents of the bytes sent', () => {
    expect(stateAfter(started, half)).toEqual({ status: 'uploading', progress: 50 });
    expect(stateAfter(started, { type: 'progressed', sent: 999, total: 1000 }).progress).toBe(99);
    expect(stateAfter(started, { type: 'progressed', sent: 0, total: 0 }).progress).toBe(0);
  });

  it('succeeds at 100 percent, and empties its bar once it has rested', () => {
    expect(stateAfter(started, half, { type: 'succeeded' })).toEqual({ status: 'success', progress: 100 });
    expect(stateAfter(started, { type: 'succeeded' }, { type: 'rested' })).toEqual({ status: 'success', progress: 0 });
  });

  it('keeps its error when the bar is emptied, and forgets it when it starts again', () => {
    const failed = stateAfter(started, half, { type: 'failed', error: 'Upload failed' }, { type: 'rested' });
    expect(failed).toEqual({ status: 'error', progress: 0, error: 'Upload failed' });
    expect(nextUpload(failed, started)).toEqual({ status: 'uploading', progress: 0 });
  });

  it('is idle again when it is cancelled, whatever still arrives', () => {
    expect(stateAfter(started, half, { type: 'cancelled' }, half, { type: 'succeeded' })).toEqual(IDLE);
  });

  it('does not empty the bar of an upload that was started meanwhile', () => {
    expect(stateAfter(started, { type: 'succeeded' }, started, half, { type: 'rested' }).progress).toBe(50);
  });

  it('keeps its place while it is paused, and says when it waits for a connection', () => {
    const paused = stateAfter(started, half, { type: 'paused' });
    expect(paused).toEqual({ status: 'paused', progress: 50 });
    // What was on its way when it was paused.
    expect(nextUpload(paused, { type: 'progressed', sent: 60, total: 100 })).toBe(paused);
    expect(nextUpload(paused, { type: 'resumed' })).toEqual({ status: 'uploading', progress: 50 });
    expect(stateAfter(started, { type: 'resumed' }).status).toBe('uploading');
    const waiting = stateAfter(started, half, { type: 'connection', offline: true });
    expect(waiting.offline).toBe(true);
    expect(nextUpload(waiting, { type: 'paused' }).offline).toBeUndefined();
  });
});
