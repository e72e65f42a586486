import { Store } from '../state/store.ts';

/** The current day in the browser's time zone, as `Date.toDateString`. Changes at midnight. */
export const today = new Store(new Date().toDateString());

/** Timers stop while a device sleeps. So the day is compared this often, and whenever the tab is shown again. */
const MAX_WAIT_MS = 600_000;

function update(): void {
  today.set(new Date().toDateString());
}

function updateAtMidnight(): void {
  update();
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  setTimeout(updateAtMidnight, Math.min(MAX_WAIT_MS, midnight.getTime() - now.getTime()));
}

updateAtMidnight();
addEventListener('focus', update);
addEventListener('pageshow', update);
document.addEventListener('visibilitychange', update);
