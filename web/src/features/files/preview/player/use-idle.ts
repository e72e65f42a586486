import { useEffect, useState } from 'react';

/** Inactivity after which the controls hide, in milliseconds. */
const IDLE_AFTER_MS = 2500;

/**
 * Returns whether the viewer is idle, and a function to call on every activity.
 *
 * @param enabled - if false, the viewer is never idle
 */
export function useIdle(enabled: boolean): { readonly idle: boolean; readonly onActivity: () => void } {
  const [activityCount, setActivityCount] = useState(0);
  const [idle, setIdle] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every activity restarts the timer.
  useEffect(() => {
    setIdle(false);
    if (!enabled) return;

    const timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [enabled, activityCount]);

  return { idle, onActivity: () => enabled && setActivityCount((count) => count + 1) };
}
