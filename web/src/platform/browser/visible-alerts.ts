import { useLayoutEffect } from 'react';
import { Store } from '../state/store.ts';

/**
 * The number of alerts on screen after actions that have a limit.
 *
 * An alert can be far from the line with the allowance, because each follow button has its own alert. So alerts are
 * counted here, and `RemainingAllowance` doesn't repeat their text.
 */
export const visibleAlertCount = new Store(0);

/** Counts an alert in `visibleAlertCount` while the component shows it. */
export function useVisibleAlert(isVisible: boolean): void {
  // Runs before the paint, because the line would otherwise be visible next to the alert for a moment.
  useLayoutEffect(() => {
    if (!isVisible) return;

    visibleAlertCount.set(visibleAlertCount.value + 1);
    return () => visibleAlertCount.set(visibleAlertCount.value - 1);
  }, [isVisible]);
}
