import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { deviceStorage } from '../../../platform/browser/browser-storage.ts';

/** A member's progress. `shown`: the member has seen open steps. `over`: the steps are all done, or hidden. */
type Progress = 'shown' | 'over';

const storageKeyFor = (memberId: string) => `fathom.first-steps.${memberId}`;

/** Stores a member's progress in this browser. See docs/product.md#interface. */
export function saveProgress(memberId: string, progress: Progress, storage = deviceStorage): void {
  storage.write(storageKeyFor(memberId), progress);
}

/**
 * Returns whether the profile shows that a step is open. A member without a bio and picture may have posted, so this is
 * undefined if only their introduction is missing.
 */
function hasOpenSteps({ bio, profilePicture, contributedMB, followingCount }: OwnProfile): boolean | undefined {
  if (contributedMB === 0 || followingCount === 0) return true;
  return bio === '' && profilePicture === '' ? undefined : false;
}

/**
 * Returns how the dashboard prepares for the first steps. Sends no request, so that nothing flashes or jumps.
 *
 * - `reserved`: the steps will show.
 * - `possible`: a request decides, or the closing line will show.
 * - `none`: all steps are done or hidden.
 */
export function planFirstSteps(profile: OwnProfile, storage = deviceStorage): 'reserved' | 'possible' | 'none' {
  const progress = storage.read(storageKeyFor(profile.id));
  if (progress === 'over') return 'none';

  const isStepOpen = hasOpenSteps(profile);
  if (isStepOpen) return 'reserved';
  return isStepOpen === undefined || progress === 'shown' ? 'possible' : 'none';
}

/** Returns whether the steps were shown before in this browser. Only then does the closing line follow. */
export function wereStepsShown(memberId: string, storage = deviceStorage): boolean {
  return storage.read(storageKeyFor(memberId)) === 'shown';
}
