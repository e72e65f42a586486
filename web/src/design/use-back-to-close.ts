import { useEffect, useEffectEvent, useRef } from 'react';

/** The property that marks the state of a dialog's history entry. Leaving the entry closes the dialog. */
const MARK = 'closesOnBack';

const isMarked = () => history.state?.[MARK] === true;

/**
 * Closes a dialog on the browser's Back button, while the component is mounted.
 *
 * Adds a history entry with the same address, which the router takes for the same page. If the dialog closes without
 * Back, the hook leaves the entry, so that Back doesn't need a second press.
 */
export function useBackToClose(close: () => void): void {
  const onBack = useEffectEvent(close);
  const isMounted = useRef(false);

  useEffect(() => {
    isMounted.current = true;
    // The page may have been reloaded at this entry.
    if (!isMarked()) history.pushState({ ...history.state, [MARK]: true }, '');

    const onPopState = () => {
      if (!isMarked()) onBack();
    };
    addEventListener('popstate', onPopState);

    return () => {
      removeEventListener('popstate', onPopState);
      isMounted.current = false;
      // In development, React unmounts and immediately mounts again. So this waits, and leaves the entry only if the
      // dialog stays unmounted.
      queueMicrotask(() => {
        if (!isMounted.current && isMarked()) history.back();
      });
    };
  }, []);
}
