import { deviceStorage } from '../platform/browser/browser-storage.ts';
import { Store, useStore } from '../platform/state/store.ts';

const KEY = 'fathom.dimmed';

const dimmed = new Store(deviceStorage.read(KEY) !== null);

/** Returns whether this device keeps dark sheets at every depth. */
export const useDimmed = () => useStore(dimmed);

/** Switches dark sheets on or off, on this device. */
export function setDimmed(value: boolean): void {
  dimmed.set(value);
  deviceStorage.write(KEY, value ? '' : null);
}
