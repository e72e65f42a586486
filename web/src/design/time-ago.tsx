import { useSyncExternalStore } from 'react';
import { formatDateTime, formatRelativeTime } from '../platform/format.ts';

const TICK_MS = 30_000;
let now = Date.now();

// All times on the page share one timer.
function subscribe(listener: () => void): () => void {
  now = Date.now();
  const timer = setInterval(() => {
    now = Date.now();
    listener();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** A time as "x ago", updated while it is on screen. The tooltip shows the exact time. */
export function TimeAgo({ time }: { time: string }) {
  const currentTime = useSyncExternalStore(subscribe, () => now);
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatRelativeTime(time, Math.max(currentTime, Date.parse(time)))}
    </time>
  );
}
