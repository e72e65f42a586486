import { useSyncExternalStore } from 'react';

const query = () => matchMedia('(prefers-reduced-motion: reduce)');

/** Returns whether the system is set to reduced motion. */
export function prefersReducedMotion(): boolean {
  return query().matches;
}

/** Returns whether the system is set to reduced motion. The component renders again when that changes. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore((listener) => {
    const media = query();
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  }, prefersReducedMotion);
}
