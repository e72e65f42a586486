import { useLayoutEffect } from 'react';
import { Store } from '../state/store.ts';

/**
 * The number of alerts on screen after actions that have a limit.
 *
 * An alert can be far from the line that says what remains: each follow button has its own. So they are counted here,
 * and `RemainingAllowance` doesn't repeat what an alert says.
 */
export const visibleAlerts = new Store(0);

/** Counts an alert in `visibleAlerts` while the component shows it. */
export function useVisibleAlert(isVisible: boolean): void {
  // Before the paint: the line would otherwise be visible next to the alert for a moment.
  useLayoutEffect(() => {
    if (!isVisible) return;
    visibleAlerts.set(visibleAlerts.value + 1);
    return () => visibleAlerts.set(visibleAlerts.value - 1);
  }, [isVisible]);
}
