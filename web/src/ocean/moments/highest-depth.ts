import { deviceStorage } from '../../platform/browser/browser-storage.ts';

const STORAGE_KEY = 'fathom.ascent';

/** Returns the highest depth in metres at which this device has seen a member, or undefined on the first visit. */
export function loadHighestDepth(memberId: string): number | undefined {
  return readDepths()[memberId];
}

/** Stores the highest depth of a member in metres. */
export function saveHighestDepth(memberId: string, metres: number): void {
  deviceStorage.write(STORAGE_KEY, JSON.stringify({ ...readDepths(), [memberId]: metres }));
}

/** Returns the highest depths in metres by member ID. */
function readDepths(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(deviceStorage.read(STORAGE_KEY) ?? '{}') ?? {};
  } catch {
    // The stored value is damaged.
    return {};
  }
}
