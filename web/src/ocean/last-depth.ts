import { deviceStorage } from '../platform/browser/browser-storage.ts';

const STORAGE_KEY = 'fathom.depth';

/**
 * Returns the member's depth of the last visit in this browser, in metres, or undefined.
 *
 * The page has the colours of this depth until the member's depth is loaded, so that a reload doesn't flash in other
 * colours.
 */
export function loadLastDepth(): number | undefined {
  const metres = Number.parseFloat(deviceStorage.read(STORAGE_KEY) ?? '');
  return Number.isFinite(metres) ? metres : undefined;
}

/** Stores the depth for the next visit, in metres. Undefined deletes it. */
export function saveLastDepth(metres: number | undefined): void {
  deviceStorage.write(STORAGE_KEY, metres === undefined ? null : String(metres));
}
