import { useEffect, useState } from 'react';

/** After so long nobody wants to see the controls any more. */
const REST_MS = 2500;

/**
 * Whether nothing has been touched for a while.
 *
 * @param watching - whether that is asked at all
 * @returns that, and what is to be told of every touch
 */
export function useRest(watching: boolean): { readonly resting: boolean; readonly stir: () => void } {
  const [stirred, setStirred] = useState(0);
  const [resting, setResting] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every touch begins it anew.
  useEffect(() => {
    setResting(false);
    if (!watching) return;
    const timer = setTimeout(() => setResting(true), REST_MS);
    return () => clearTimeout(timer);
  }, [watching, stirred]);

  return { resting, stir: () => watching && setStirred((count) => count + 1) };
}
