import { Store } from './state/store.ts';

/** A short message at the bottom of the page that disappears by itself. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: ToastKind;
}

/** Whether a toast confirms a success, or reports a failure. */
type ToastKind = 'success' | 'failure';

/** The maximum number of toasts on screen. Another toast replaces the oldest. */
const MAX_TOASTS = 3;

/** The toasts on screen, newest last. */
export const toasts = new Store<readonly Toast[]>([]);

let lastId = 0;

/** Confirms that something succeeded. */
export function showToast(text: string): void {
  addToast(text, 'success');
}

/**
 * Reports a failure whose part of the page the member has closed. Show any other error where it occurred, because a toast
 * disappears by itself.
 */
export function showFailureToast(text: string): void {
  addToast(text, 'failure');
}

function addToast(text: string, kind: ToastKind): void {
  lastId += 1;
  toasts.set([...toasts.value, { id: lastId, text, kind }].slice(-MAX_TOASTS));
}

/** Removes a toast. Does nothing if it is already gone. */
export function dismissToast(id: number): void {
  toasts.set(toasts.value.filter((toast) => toast.id !== id));
}
