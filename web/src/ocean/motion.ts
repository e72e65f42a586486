import { useSyncExternalStore } from 'react';

const query = () => matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the person has asked for less movement. */
export function prefersStillness(): boolean {
  return query().matches;
}

/** The same, followed while the component is on screen. */
export function useStillness(): boolean {
  return useSyncExternalStore((listener) => {
    const media = query();
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  }, prefersStillness);
}
