import type { Micrometres } from '../../shared/depth/depth.ts';
import { AccountDeleted } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { getPerson, isDeleted } from '../table/profile.ts';
import type { Viewer } from '../table/visible.ts';

/** The caller as somebody who looks at what others have published. */
export interface CallingViewer extends Viewer {
  /** The highest that they have ever been. */
  readonly peakDepth: Micrometres;
  readonly followingCount: number;
}

/**
 * The caller as somebody who looks: whoever has no profile yet looks from the bottom.
 *
 * @throws AccountDeleted when they have deleted their account, which their token outlives
 */
export async function viewerOf({ userId }: Caller): Promise<CallingViewer> {
  const person = await getPerson(userId);
  if (isDeleted(person)) throw new AccountDeleted();
  const { depth = 0, peakDepth = 0, followingCount = 0 } = person ?? {};
  return { userId, depth, peakDepth, followingCount };
}
