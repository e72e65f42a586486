import { deviceStorage } from '../platform/browser/browser-storage.ts';
import { Store, useStore } from '../platform/state/store.ts';

const STORAGE_KEY = 'fathom.dimmed';

/** Whether the member has chosen dark sheets below all text. By default, the sheets get light near the surface. */
const dimmed = new Store(deviceStorage.read(STORAGE_KEY) !== null);

/** Returns whether this device keeps dark sheets at every depth. */
export const useDimmed = () => useStore(dimmed);

/** Switches dark sheets on or off, on this device. */
export function setDimmed(isDimmed: boolean): void {
  dimmed.set(isDimmed);
  deviceStorage.write(STORAGE_KEY, isDimmed ? '' : null);
}
