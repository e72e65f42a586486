import { focusManager } from '@tanstack/react-query';

/** After this time without input, in milliseconds, a page stops refetching. */
const IDLE_AFTER_MS = 3 * 60_000;

/** The events that count as input of the member. */
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchmove'] as const;

/**
 * Makes queries treat an idle page like a hidden page: they don't refetch at intervals, and refetch the visible data as
 * soon as the member returns. Messages still arrive over the WebSocket.
 */
export function pauseQueriesWhenIdle(): void {
  focusManager.setEventListener(watchActivity);
}

/**
 * Sets whether the page counts as focused: while it is visible and has had input lately. Without an argument,
 * `setFocused` refetches although nothing has changed.
 *
 * @returns a function that ends the watch
 */
function watchActivity(setFocused: (isFocused?: boolean) => void): () => void {
  // The timer of the next idle check. Undefined while the page is idle or hidden.
  let idleCheck: ReturnType<typeof setTimeout> | undefined;
  let lastInputAt = 0;
  const isActive = () => idleCheck !== undefined;
  const isVisible = () => document.visibilityState !== 'hidden';

  const cancelCheck = () => {
    clearTimeout(idleCheck);
    idleCheck = undefined;
  };

  /** Waits until the page has been idle for long enough. Inputs are frequent, so they don't set timers. */
  const scheduleCheck = (delay: number) => {
    clearTimeout(idleCheck);
    idleCheck = setTimeout(() => {
      const idleMs = performance.now() - lastInputAt;
      if (idleMs < IDLE_AFTER_MS) {
        scheduleCheck(IDLE_AFTER_MS - idleMs);
        return;
      }

      idleCheck = undefined;
      setFocused(false);
    }, delay);
  };

  const onInput = () => {
    lastInputAt = performance.now();
    if (isActive() || !isVisible()) return;

    scheduleCheck(IDLE_AFTER_MS);
    setFocused(true);
  };

  const onVisibilityChange = () => {
    if (isVisible()) {
      // A page can become visible without an event that it was hidden. It then still counts as focused, so only
      // `setFocused` without an argument refetches.
      if (isActive()) setFocused();
      onInput();
      return;
    }

    cancelCheck();
    setFocused(false);
  };

  const options = { capture: true, passive: true };
  for (const input of INPUT_EVENTS) addEventListener(input, onInput, options);
  document.addEventListener('visibilitychange', onVisibilityChange);
  onVisibilityChange();

  return () => {
    cancelCheck();
    for (const input of INPUT_EVENTS) removeEventListener(input, onInput, options);
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}
