import { focusManager } from '@tanstack/react-query';

/** After this time without input, in milliseconds, a page stops refetching. */
export const IDLE_AFTER_MS = 3 * 60_000;

/** The events that count as input of the member. */
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchmove'] as const;

/**
 * Makes queries treat an idle page like a hidden page: they don't refetch at intervals, and refetch the visible data as
 * soon as the member returns. Messages still arrive over the WebSocket.
 */
export function pauseWhenIdle(): void {
  focusManager.setEventListener((setFocused) => {
    // The check for input. Undefined while the page is idle or hidden.
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastInputAt = 0;
    const isVisible = () => document.visibilityState !== 'hidden';

    /** Waits until the last input is old enough. Inputs are frequent, so they don't set timers. */
    const scheduleCheck = (delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const quietMs = performance.now() - lastInputAt;
        if (quietMs < IDLE_AFTER_MS) return scheduleCheck(IDLE_AFTER_MS - quietMs);

        timer = undefined;
        setFocused(false);
      }, delay);
    };

    const onInput = () => {
      lastInputAt = performance.now();
      if (timer !== undefined || !isVisible()) return;

      scheduleCheck(IDLE_AFTER_MS);
      setFocused(true);
    };

    const onVisibility = () => {
      if (isVisible()) {
        // Browsers don't report every time a tab was hidden. Without an argument, `setFocused` refetches even if the
        // page already counts as focused.
        if (timer !== undefined) setFocused();
        return onInput();
      }

      clearTimeout(timer);
      timer = undefined;
      setFocused(false);
    };

    const options = { capture: true, passive: true };
    for (const input of INPUTS) addEventListener(input, onInput, options);
    document.addEventListener('visibilitychange', onVisibility);
    onVisibility();

    return () => {
      clearTimeout(timer);
      for (const input of INPUTS) removeEventListener(input, onInput, options);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  });
}
