/** The uploader (specification §4): what it is doing, and how far it is. */
export interface UploadState {
  readonly status: 'idle' | 'uploading' | 'paused' | 'success' | 'error';
  /** Percent of the bytes sent, whole. */
  readonly progress: number;
  /** Whether it waits for a connection. */
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
  | { readonly type: 'rested' };

/** How long the bar shows how it ended before it is empty again. */
export const PROGRESS_REST_MS = 3000;

export const IDLE: UploadState = { status: 'idle', progress: 0 };

/** The uploader after an event. What arrives late, after an upload has ended, changes nothing. */
export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  const { status, progress } = state;
  if (event.type === 'started') return { status: 'uploading', progress: 0 };
  if (event.type === 'cancelled') return IDLE;
  if (event.type === 'rested') return isUnderWay(state) ? state : { ...state, progress: 0 };
  if (event.type === 'resumed') return status === 'paused' ? { status: 'uploading', progress } : state;
  if (status !== 'uploading') return state;
  switch (event.type) {
    case 'progressed':
      return { ...state, progress: percentOf(event.sent, event.total) };
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

/** Whether there is an upload that has not ended: one that is paused goes on later. */
export function isUnderWay({ status }: UploadState): boolean {
  return status === 'uploading' || status === 'paused';
}

function percentOf(sent: number, total: number): number {
  return total > 0 ? Math.min(100, Math.floor((sent / total) * 100)) : 0;
}
