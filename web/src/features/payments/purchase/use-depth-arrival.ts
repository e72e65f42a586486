import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Delays before each refresh of the depth, in milliseconds. Usually, the socket reports the depth before the first one.
 * All delays differ, because the effect sets the next timer only if the delay changes.
 */
const REFRESH_DELAYS_MS = [1500, 2500, 4000, 8000, 16_000, 30_000] as const;

/** `settled`: no rise is expected. `expected`: a rise is expected. `late`: the last refresh didn't bring the rise. */
export type Arrival = 'settled' | 'expected' | 'late';

/**
 * Waits for the webhook to credit a payment, and refreshes the depth until it rises.
 *
 * @param depth - the member's current depth, in metres
 * @param refresh - requests the depth again
 * @returns the state of the wait, and a function that starts it, given the depth before the payment in metres
 */
export function useDepthArrival(depth: number, refresh: () => void) {
  const [depthBefore, setDepthBefore] = useState<number>();
  const [refreshCount, setRefreshCount] = useState(0);
  const latestRefresh = useRef(refresh);

  useEffect(() => {
    latestRefresh.current = refresh;
  });

  const isExpected = depthBefore !== undefined && depth <= depthBefore;
  const delayMs = isExpected ? REFRESH_DELAYS_MS[refreshCount] : undefined;

  useEffect(() => {
    if (delayMs === undefined) return;

    const timer = setTimeout(() => {
      latestRefresh.current();
      setRefreshCount((count) => count + 1);
    }, delayMs);

    return () => clearTimeout(timer);
  }, [delayMs]);

  const expectAbove = useCallback((metres: number) => {
    setDepthBefore(metres);
    setRefreshCount(0);
  }, []);

  return { arrival: arrivalOf(isExpected, delayMs), expectAbove };
}

/** Returns the state of the wait. Without a next delay, all refreshes have been requested. */
function arrivalOf(isExpected: boolean, nextDelayMs: number | undefined): Arrival {
  if (!isExpected) return 'settled';
  return nextDelayMs === undefined ? 'late' : 'expected';
}
