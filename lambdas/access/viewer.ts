import type { Micrometres } from '../../shared/depth/depth.ts';
import { AccountDeleted } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { getMember, getProfile, isDeleted, type Profile } from '../table/profile.ts';
import type { Viewer } from '../table/visible.ts';

/** The caller as a viewer. */
export interface CallingViewer extends Viewer {
  /** The greatest depth value that the member has ever had. */
  readonly peakDepth: Micrometres;
  readonly followingCount: number;
}

/**
 * Loads the caller as a viewer. A caller without a profile views from depth 0.
 *
 * @throws AccountDeleted if the caller has deleted their account; an access token can outlive it
 */
export async function loadViewer({ userId }: Pick<Caller, 'userId'>): Promise<CallingViewer> {
  const member = await getMember(userId);
  if (isDeleted(member)) throw new AccountDeleted();
  const { depth = 0, peakDepth = 0, followingCount = 0 } = member ?? {};
  return { userId, depth, peakDepth, followingCount };
}

/** Reads the caller's own profile, strongly consistent, so that a change of depth is included. */
export function loadOwnProfile({ userId }: Pick<Caller, 'userId'>): Promise<Profile | undefined> {
  return getProfile(userId, { consistent: true });
}
