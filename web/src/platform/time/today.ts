import { Store } from '../state/store.ts';

/** The current day in the browser's time zone, as `Date.toDateString`. Changes at midnight. */
export const today = new Store(new Date().toDateString());

/**
 * The longest time between two checks of the day, in milliseconds. It is short, because timers stop while a device
 * sleeps.
 */
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
