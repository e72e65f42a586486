import { useSyncExternalStore } from 'react';
import { Store } from '../platform/state/store.ts';
import { formatDateTime, formatRelativeTime } from '../platform/text/format-time.ts';

/** How often the times on screen are updated, in milliseconds. */
const TICK_MS = 30_000;

/** The clock of all times on screen. */
const clock = new Store(Date.now());
const updateClock = () => clock.set(Date.now());

/** The number of times on screen. */
let timeCount = 0;
let timer: ReturnType<typeof setInterval>;

/** Subscribes a time to the clock. All times on the page share one timer. */
function subscribe(listener: () => void): () => void {
  // While the timer runs, the time is at most one tick old. An update for each new time would render all others.
  if (timeCount === 0) updateClock();
  const unsubscribe = clock.subscribe(listener);
  timeCount += 1;

  if (timeCount === 1) {
    timer = setInterval(updateClock, TICK_MS);
    // Timers stop while a device sleeps.
    document.addEventListener('visibilitychange', updateClock);
  }

  return () => {
    unsubscribe();
    timeCount -= 1;
    if (timeCount > 0) return;

    clearInterval(timer);
    document.removeEventListener('visibilitychange', updateClock);
  };
}

/** A time as "x ago", updated while it is on screen. The tooltip shows the exact time. */
export function TimeAgo({ time }: { time: string }) {
  const currentTime = useSyncExternalStore(subscribe, () => clock.value);

  // `time` can be newer than `currentTime`, which is up to one tick old.
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatRelativeTime(time, Math.max(currentTime, Date.parse(time)))}
    </time>
  );
}
