import { useEffect } from 'react';
import { setHistoryGate } from './history-gate.ts';

/**
 * Asks before the page is left, while `active`: by closing or reloading it, by a link to another screen, and by the
 * browser's Back and Forward buttons.
 */
export function useLeaveGuard(active: boolean, question: string): void {
  useEffect(() => {
    if (!active) return;
    const stay = () => !confirm(question);
    const index = history.state?.idx;
    let returning = false;

    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href], [data-leaves-page]') : null;
      if (!link || link.getAttribute('target') === '_blank' || link.getAttribute('href')?.startsWith('#')) return;
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (!stay()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onPopState = (event: PopStateEvent) => {
      if (!returning && !stay()) return;
      // The router, which listens too, must not hear of it; it numbers its entries in `idx`.
      event.stopImmediatePropagation();
      const moved = index - event.state?.idx;
      returning = !returning && Boolean(moved);
      if (returning) history.go(moved);
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
