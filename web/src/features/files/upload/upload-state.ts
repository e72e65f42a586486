/** The state of the uploader. */
export interface UploadState {
  readonly status: 'idle' | 'uploading' | 'paused' | 'success' | 'error';
  /** Bytes sent, in whole percent. */
  readonly progress: number;
  /** Whether the upload waits for a connection. */
  readonly offline?: boolean;
  readonly error?: string;
}

export type UploadEvent =
  | { readonly type: 'started' }
  | { readonly type: 'progressed'; readonly sent: number; readonly total: number }
  | { readonly type: 'connection'; readonly offline: boolean }
  | { readonly type: 'paused' }
  | { readonly type: 'resumed' }
  | { readonly type: 'succeeded' }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'cancelled' }
  | { readonly type: 'progressReset' };

/** How long the progress bar stays after an upload ends. */
export const PROGRESS_RESET_MS = 3000;

export const IDLE: UploadState = { status: 'idle', progress: 0 };

/** Returns the next state. Ignores events that arrive after an upload has ended. */
export function uploadReducer(state: UploadState, event: UploadEvent): UploadState {
  const { status, progress } = state;
  if (event.type === 'started') return { status: 'uploading', progress: 0 };
  if (event.type === 'cancelled') return IDLE;
  if (event.type === 'progressReset') return isActive(state) ? state : { ...state, progress: 0 };
  if (event.type === 'resumed') return status === 'paused' ? { status: 'uploading', progress } : state;
  if (status !== 'uploading') return state;
  switch (event.type) {
    case 'progressed':
      return { ...state, progress: wholePercent(event.sent, event.total) };
    case 'connection':
      return { ...state, offline: event.offline };
    case 'paused':
      return { status: 'paused', progress };
    case 'succeeded':
      return { status: 'success', progress: 100 };
    case 'failed':
      return { status: 'error', progress, error: event.error };
  }
}

/** Whether an upload is running or paused. */
export function isActive({ status }: UploadState): boolean {
  return status === 'uploading' || status === 'paused';
}

function wholePercent(sent: number, total: number): number {
  return total > 0 ? Math.min(100, Math.floor((sent / total) * 100)) : 0;
}
