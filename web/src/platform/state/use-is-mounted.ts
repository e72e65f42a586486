import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that returns whether the component is mounted. For requests that end after it has disappeared. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  return useCallback(() => isMounted.current, []);
}
