import { Store, useStore } from '../platform/store.ts';

const KEY = 'fathom.dimmed';

const dimmed = new Store(loadDimmed());

function loadDimmed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // The browser forbids storage.
    return false;
  }
}

/** Returns whether this device keeps dark sheets at every depth. */
export const useDimmed = () => useStore(dimmed);

/** Switches dark sheets on or off, on this device. Lasts until the page closes if the browser forbids storage. */
export function setDimmed(value: boolean): void {
  dimmed.set(value);
  try {
    if (value) localStorage.setItem(KEY, '');
    else localStorage.removeItem(KEY);
  } catch {
    // The browser forbids storage.
  }
}
