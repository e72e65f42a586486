import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** The scroll positions of history entries that were left, in pixels. */
const positions = new Map<string, number>();

/**
 * Restores the scroll position of the history entry on Back and Forward, once its rows are rendered (`isReady`).
 *
 * The browser would restore it before the rows are rendered, when the page is too short.
 *
 * @returns a function to call before a change that shortens the page and then navigates
 */
export function useScrollPosition(isReady: boolean): () => void {
  const { key } = useLocation();
  const savedKey = useRef<string>(undefined);
  const isReturn = useNavigationType() === 'POP';

  useEffect(() => {
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, []);

  // Uses a layout effect, because the next screen scrolls to its top in an effect.
  useLayoutEffect(
    () => () => {
      // Keeps a position that the returned function has saved, because the page is shorter now.
      if (savedKey.current !== key) positions.set(key, scrollY);
      savedKey.current = undefined;
    },
    [key],
  );

  useLayoutEffect(() => {
    const position = positions.get(key);
    if (!isReturn || !isReady || position === undefined) return;

    positions.delete(key);
    scrollTo(0, position);
  }, [key, isReturn, isReady]);

  return () => {
    positions.set(key, scrollY);
    savedKey.current = key;
  };
}
