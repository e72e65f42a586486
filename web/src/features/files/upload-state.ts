/** The uploader (specification §4): what it is doing, and how far it is. */
export interface UploadState {
  readonly status: 'idle' | 'uploading' | 'success' | 'error';
  /** Percent of the bytes sent, whole. */
  readonly progress: number;
  readonly error?: string;
}

export type UploadEvent =
  | { readonly type: 'started' }
  | { readonly type: 'progressed'; readonly sent: number; readonly total: number }
  | { readonly type: 'succeeded' }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'cancelled' }
  | { readonly type: 'rested' };

/** How long the bar shows how it ended before it is empty again. */
export const PROGRESS_REST_MS = 3000;

export const IDLE: UploadState = { status: 'idle', progress: 0 };

/** The uploader after an event. What arrives late, after an upload has ended, changes nothing. */
export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  if (event.type === 'started') return { status: 'uploading', progress: 0 };
  if (event.type === 'rested') return state.status === 'uploading' ? state : { ...state, progress: 0 };
  if (event.type === 'cancelled') return IDLE;
  if (state.status !== 'uploading') return state;
  switch (event.type) {
    case 'progressed':
      return { ...state, progress: percentOf(event.sent, event.total) };
    case 'succeeded':
      return { status: 'success', progress: 100 };
    case 'failed':
      return { ...state, status: 'error', error: event.error };
  }
}

function percentOf(sent: number, total: number): number {
  return total > 0 ? Math.min(100, Math.floor((sent / total) * 100)) : 0;
}
