import { toMetres } from '../../shared/depth/depth.ts';
import { DepthTooLow } from '../platform/errors.ts';
import { getProfile, type Profile } from '../table/profile.ts';
import type { Viewer } from '../table/visible.ts';
import { UserNotFound } from './errors.ts';

/**
 * A member's profile, for a viewer who may see what is in it: specification §4 "Profile view".
 *
 * @throws UserNotFound when there is no such member
 * @throws DepthTooLow when the viewer is deeper down than the member
 */
export async function openProfile(viewer: Viewer, userId: string): Promise<Profile> {
  const profile = await profileOf(userId);
  const missing = metresMissing(viewer, profile);
  if (missing > 0) throw new DepthTooLow(missing);
  return profile;
}

/**
 * A member's profile.
 *
 * @throws UserNotFound when there is no such member
 */
export async function profileOf(userId: string): Promise<Profile> {
  const profile = await getProfile(userId);
  if (!profile) throw new UserNotFound();
  return profile;
}

/** How many metres a viewer has to ascend to see a profile; 0 when it is open to them, as their own always is. */
export function metresMissing(viewer: Viewer, profile: Profile): number {
  if (profile.userId === viewer.userId) return 0;
  return toMetres(Math.max(0, profile.depth - viewer.depth));
}
