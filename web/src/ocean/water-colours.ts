import type { CSSProperties } from 'react';

const KEY = 'fathom.water';

/**
 * Returns the water colours of the member's last visit in this browser, if any.
 *
 * The page uses them until the member's depth is loaded, so that a reload doesn't flash in other colours.
 */
export function loadWaterColours(): CSSProperties | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    // The browser forbids storage, or the value is damaged.
    return undefined;
  }
}

/** Stores the colours for the next visit. Undefined deletes them. */
export function saveWaterColours(colours: CSSProperties | undefined): void {
  try {
    if (colours) localStorage.setItem(KEY, JSON.stringify(colours));
    else localStorage.removeItem(KEY);
  } catch {
    // The browser forbids storage.
  }
}
