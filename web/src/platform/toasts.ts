import { Store } from './store.ts';

/** What is said at the foot of the page for a while: something is done, and would leave no other trace. */
export interface Toast {
  readonly id: number;
  readonly text: string;
}

/** More at once than these nobody reads: the oldest makes room. */
export const MOST_TOASTS = 3;

/** Those that are shown, the newest last. */
export const toasts = new Store<readonly Toast[]>([]);

let raised = 0;

/** Says that something is done. Problems are none of these: they stay where they arose, until they are solved. */
export function raiseToast(text: string): void {
  raised += 1;
  toasts.set([...toasts.value, { id: raised, text }].slice(-MOST_TOASTS));
}

/** Takes one away; one that is gone already stays gone. */
export function dismissToast(id: number): void {
  toasts.set(toasts.value.filter((toast) => toast.id !== id));
}
