import { useEffect, useRef } from 'react';

/** Property of the state of a history entry that Back leaves to close a dialog. */
const MARK = 'closesOnBack';

const isMarked = () => history.state?.[MARK] === true;

/**
 * Closes a dialog on the browser's Back button, while the component is mounted.
 *
 * Adds a history entry with the same address, which the router takes for the same page. If the dialog closes in another
 * way, the entry is left, so that Back doesn't need a second press.
 */
export function useBackToClose(close: () => void): void {
  const latestClose = useRef(close);
  latestClose.current = close;
  const mounted = useRef(false);

  useEffect(() => {
    mounted.current = true;
    // The page may have been reloaded at this entry.
    if (!isMarked()) history.pushState({ ...history.state, [MARK]: true }, '');
    const onPopState = () => {
      if (!isMarked()) latestClose.current();
    };
    addEventListener('popstate', onPopState);

    return () => {
      removeEventListener('popstate', onPopState);
      mounted.current = false;
      // In development, React unmounts and mounts again at once.
      queueMicrotask(() => {
        if (!mounted.current && isMarked()) history.back();
      });
    };
  }, []);
}
