import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { deviceStorage } from '../../../platform/browser/browser-storage.ts';

/**
 * A member's progress with the first steps, which the dashboard of a new member lists: see docs/product.md#interface.
 *
 * - `shown`: the member has seen open steps.
 * - `over`: the steps are all done, or hidden.
 */
type FirstStepsProgress = 'shown' | 'over';

const storageKeyFor = (memberId: string) => `fathom.first-steps.${memberId}`;

/** Stores a member's progress in this browser. */
export function saveFirstStepsProgress(memberId: string, progress: FirstStepsProgress, storage = deviceStorage): void {
  storage.write(storageKeyFor(memberId), progress);
}

/**
 * Returns whether the profile shows that a step is open.
 *
 * A bio, a picture, or a post counts as the introduction. The profile doesn't contain the posts, so the result is
 * undefined if only the introduction may be open.
 */
function hasOpenSteps({ bio, profilePicture, contributedMB, followingCount }: OwnProfile): boolean | undefined {
  if (contributedMB === 0 || followingCount === 0) return true;
  return bio === '' && profilePicture === '' ? undefined : false;
}

/**
 * Returns whether the dashboard shows the first steps. Sends no request, so that nothing flashes or jumps.
 *
 * - `show`: the steps will show, so the dashboard keeps space for them.
 * - `undecided`: not known yet. A request may find an open step, or the line that closes the steps may show.
 * - `hide`: all steps are done or hidden.
 */
export function planFirstSteps(profile: OwnProfile, storage = deviceStorage): 'show' | 'undecided' | 'hide' {
  const progress = storage.read(storageKeyFor(profile.id));
  if (progress === 'over') return 'hide';

  const isAnyOpen = hasOpenSteps(profile);
  if (isAnyOpen) return 'show';
  return isAnyOpen === undefined || progress === 'shown' ? 'undecided' : 'hide';
}

/** Returns whether this browser has shown the steps before. The line that closes them appears only in that case. */
export function wereFirstStepsShown(memberId: string, storage = deviceStorage): boolean {
  return storage.read(storageKeyFor(memberId)) === 'shown';
}
