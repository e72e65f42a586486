import { Store } from '../state/store.ts';

const isActive = () => document.visibilityState === 'visible' && document.hasFocus();

/** Whether this tab is visible and has the focus. */
export const tabActive = new Store(isActive());

const update = () => tabActive.set(isActive());
addEventListener('focus', update);
addEventListener('blur', update);
document.addEventListener('visibilitychange', update);
