const KEY = 'fathom.ascent';

/** Depths of this page load, for browsers that forbid storage. */
const unstored = new Map<string, number>();

/** Returns the highest depth in metres that this device has seen a member at, or undefined on the first visit. */
export function loadHighestDepth(memberId: string): number | undefined {
  return unstored.get(memberId) ?? readStored()[memberId];
}

/** Stores the highest depth of a member in metres. */
export function saveHighestDepth(memberId: string, metres: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readStored(), [memberId]: metres }));
  } catch {
    unstored.set(memberId, metres);
  }
}

function readStored(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    // The browser forbids storage, or the value is damaged.
    return {};
  }
}
