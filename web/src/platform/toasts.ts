import { Store } from './state/store.ts';

/** A short message at the bottom of the page that disappears by itself. */
export interface Toast {
  readonly id: number;
  readonly text: string;
}

/** The maximum number of toasts on screen. Another toast replaces the oldest. */
const MAX_TOASTS = 3;

/** The toasts on screen, newest last. */
export const toasts = new Store<readonly Toast[]>([]);

let lastId = 0;

/**
 * Confirms that something succeeded. Don't use toasts for errors: show an error where it occurred, unless the member has
 * closed that part of the page.
 */
export function showToast(text: string): void {
  lastId += 1;
  toasts.set([...toasts.value, { id: lastId, text }].slice(-MAX_TOASTS));
}

/** Removes a toast. Does nothing if it is already gone. */
export function dismissToast(id: number): void {
  toasts.set(toasts.value.filter((toast) => toast.id !== id));
}
