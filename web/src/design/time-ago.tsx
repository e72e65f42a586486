import { useSyncExternalStore } from 'react';
import { formatRelativeTime } from '../platform/format.ts';

const TICK_MS = 30_000;
let now = Date.now();

// One clock for every time on the page.
function subscribe(listener: () => void): () => void {
  now = Date.now();
  const timer = setInterval(() => {
    now = Date.now();
    listener();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** A time as "x ago", kept true while it is on screen; the exact time is its tooltip. */
export function TimeAgo({ time }: { time: string }) {
  const present = useSyncExternalStore(subscribe, () => now);
  return (
    <time dateTime={time} title={new Date(time).toLocaleString()}>
      {formatRelativeTime(time, Math.max(present, Date.parse(time)))}
    </time>
  );
}
