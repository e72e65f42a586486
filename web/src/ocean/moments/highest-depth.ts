import { deviceStorage } from '../../platform/browser/browser-storage.ts';

const KEY = 'fathom.ascent';

/** Returns the highest depth in metres that this device has seen a member at, or undefined on the first visit. */
export function loadHighestDepth(memberId: string): number | undefined {
  return readStored()[memberId];
}

/** Stores the highest depth of a member in metres. */
export function saveHighestDepth(memberId: string, metres: number): void {
  deviceStorage.write(KEY, JSON.stringify({ ...readStored(), [memberId]: metres }));
}

function readStored(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(deviceStorage.read(KEY) ?? '{}') ?? {};
  } catch {
    // The stored value is damaged.
    return {};
  }
}
