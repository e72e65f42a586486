import { Store } from './store.ts';

const present = () => document.visibilityState === 'visible' && document.hasFocus();

/** Whether somebody is looking at this tab: it is in front, and has the focus. */
export const attention = new Store(present());

const look = () => attention.set(present());
addEventListener('focus', look);
addEventListener('blur', look);
document.addEventListener('visibilitychange', look);
