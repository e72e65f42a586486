const KEY = 'fathom.depth';

/**
 * Returns the member's depth of the last visit in this browser, in metres, if any.
 *
 * The page uses its colours until the member's depth is loaded, so that a reload doesn't flash in other colours.
 */
export function loadLastDepth(): number | undefined {
  try {
    const metres = Number.parseFloat(localStorage.getItem(KEY) ?? '');
    return Number.isFinite(metres) ? metres : undefined;
  } catch {
    // The browser forbids storage.
    return undefined;
  }
}

/** Stores the depth for the next visit, in metres. Undefined deletes it. */
export function saveLastDepth(metres: number | undefined): void {
  try {
    if (metres === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(metres));
  } catch {
    // The browser forbids storage.
  }
}
