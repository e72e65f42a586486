import type { CSSProperties } from 'react';

const KEY = 'fathom.water';

/**
 * The colours in which the member of this browser was last seen, if any: until their depth is known, the page has these
 * rather than those of the surface, so that a reload does not flash.
 */
export function lastWater(): CSSProperties | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    // A browser that forbids storage remembers nothing.
    return undefined;
  }
}

/** Keeps the colours for the next time, or forgets them when nobody is here any more. */
export function keepWater(colours: CSSProperties | undefined): void {
  try {
    if (colours) localStorage.setItem(KEY, JSON.stringify(colours));
    else localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
