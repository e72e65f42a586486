/** The state of one file's upload. */
export interface UploadState {
  /** `waiting`: the member has started the upload, which waits for its turn. */
  readonly status: 'idle' | 'waiting' | 'uploading' | 'paused' | 'success' | 'error';
  /** The share of the bytes that are sent, in whole percent. */
  readonly progress: number;
  /** Whether the upload waits for a connection. */
  readonly isOffline?: boolean;
  readonly error?: string;
}

/** A change of one file's upload. */
export type UploadEvent =
  | { readonly type: 'queued' }
  | { readonly type: 'started' }
  | { readonly type: 'progressed'; readonly sent: number; readonly total: number }
  | { readonly type: 'connection'; readonly isOffline: boolean }
  | { readonly type: 'paused' }
  | { readonly type: 'succeeded' }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'cancelled' }
  | { readonly type: 'progressReset' };

/** An event that only a running upload can have. */
type RunningEvent = Extract<UploadEvent, { type: 'progressed' | 'connection' | 'paused' | 'succeeded' | 'failed' }>;

/** How long the progress bar stays after an upload ends, in milliseconds. */
export const PROGRESS_RESET_MS = 3000;

export const IDLE: UploadState = { status: 'idle', progress: 0 };

/** Returns the next state. Ignores a `RunningEvent` in other states: it can arrive after the upload has ended. */
export function uploadReducer(state: UploadState, event: UploadEvent): UploadState {
  const { status, progress } = state;

  switch (event.type) {
    case 'queued':
      // A paused upload resumes at its progress. A failed upload starts again.
      if (status === 'paused') return { status: 'waiting', progress };
      return status === 'idle' || status === 'error' ? { status: 'waiting', progress: 0 } : state;
    case 'started':
      // Only a waiting upload can have been paused before.
      return { status: 'uploading', progress: status === 'waiting' ? progress : 0 };
    case 'cancelled':
      // A file that is already shared stays shared.
      return status === 'success' ? state : IDLE;
    case 'progressReset':
      // The file's next upload may have begun in the meantime.
      return isActive(state) ? state : { ...state, progress: 0 };
    default:
      return status === 'uploading' ? reduceRunningUpload(state, event) : state;
  }
}

/** Returns the next state of a running upload. */
function reduceRunningUpload(state: UploadState, event: RunningEvent): UploadState {
  const { progress } = state;

  switch (event.type) {
    case 'progressed': {
      const percent = toWholePercent(event.sent, event.total);
      // Returns the same state if the percentage stays the same, so that nothing renders again.
      return percent === progress ? state : { ...state, progress: percent };
    }
    case 'connection':
      return { ...state, isOffline: event.isOffline };
    case 'paused':
      return { status: 'paused', progress };
    case 'succeeded':
      return { status: 'success', progress: 100 };
    case 'failed':
      return { status: 'error', progress, error: event.error };
  }
}

/** Returns whether an upload is waiting, running, or paused. */
export function isActive({ status }: UploadState): boolean {
  return status === 'waiting' || status === 'uploading' || status === 'paused';
}

/** Returns a share in whole percent, or 0 if `total` is 0. Rounds down, so that 100 means that all bytes are sent. */
function toWholePercent(sent: number, total: number): number {
  return total > 0 ? Math.min(100, Math.floor((sent / total) * 100)) : 0;
}
