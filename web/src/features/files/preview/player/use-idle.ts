import { useEffect, useState } from 'react';

/** Inactivity after which the controls hide, in milliseconds. */
const IDLE_AFTER_MS = 2500;

/**
 * Returns whether the viewer is idle, and a function to call on every activity.
 *
 * @param isEnabled - if false, the viewer is never idle
 */
export function useIdle(isEnabled: boolean): { readonly isIdle: boolean; readonly onActivity: () => void } {
  const [activityCount, setActivityCount] = useState(0);
  const [isIdle, setIsIdle] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every activity restarts the timer.
  useEffect(() => {
    setIsIdle(false);
    if (!isEnabled) return;

    const timer = setTimeout(() => setIsIdle(true), IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isEnabled, activityCount]);

  return { isIdle, onActivity: () => isEnabled && setActivityCount((count) => count + 1) };
}
