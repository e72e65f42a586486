import { useEffect } from 'react';
import { setHistoryGate } from './history-gate.ts';

/**
 * While `active`, shows a confirmation before the member leaves the page: by closing or reloading it, by a link, or by
 * the browser's Back and Forward buttons.
 */
export function useLeaveGuard(active: boolean, question: string): void {
  useEffect(() => {
    if (!active) return;
    const shouldStay = () => !confirm(question);
    const index = history.state?.idx;
    let returning = false;

    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href], [data-leaves-page]') : null;
      if (!link || link.getAttribute('target') === '_blank' || link.getAttribute('href')?.startsWith('#')) return;
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (!shouldStay()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onPopState = (event: PopStateEvent) => {
      if (!returning && !shouldStay()) return;
      // Keep the event from the router. `idx` is the router's number of the history entry.
      event.stopImmediatePropagation();
      const stepsBack = index - event.state?.idx;
      returning = !returning && Boolean(stepsBack);
      if (returning) history.go(stepsBack);
    };

    addEventListener('beforeunload', onUnload);
    addEventListener('click', onClick, { capture: true });
    setHistoryGate(onPopState);
    return () => {
      removeEventListener('beforeunload', onUnload);
      removeEventListener('click', onClick, { capture: true });
      setHistoryGate(undefined);
    };
  }, [active, question]);
}
