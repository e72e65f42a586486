import { toMetres } from '../../shared/depth/depth.ts';
import { DepthTooLow } from '../platform/errors.ts';
import { type DeletedProfile, getPeople, getPerson, getProfile, isDeleted, type Profile } from '../table/profile.ts';
import type { Viewer, Visible } from '../table/visible.ts';
import { UserNotFound } from './errors.ts';

/** What every member may see of every other, at any depth; of members who have left, only that they have. */
export type Identity = Pick<Profile, 'userId' | 'username' | 'profilePicture' | 'depth'> | DeletedProfile;

/** Reads one member's identity; undefined if the id was never a member's. */
export function findIdentity(userId: string): Promise<Identity | undefined> {
  return getPerson(userId);
}

/** Reads identities by member id, including members who have left. Unknown ids are absent. */
export function findIdentities(userIds: readonly string[]): Promise<Map<string, Identity>> {
  return getPeople(userIds);
}

/**
 * Loads a profile whose contents the viewer may see.
 *
 * @throws UserNotFound if there is no such member
 * @throws DepthTooLow if the member is above the viewer
 */
export async function visibleProfile(viewer: Viewer | Promise<Viewer>, userId: string): Promise<Visible<Profile>> {
  const { visible, missingMetres } = await profileForViewer(viewer, userId);
  if (!visible) throw new DepthTooLow(missingMetres);
  return visible;
}

/** A profile as one viewer finds it: `visible` is absent if the member is above them. */
interface ProfileForViewer {
  readonly identity: Identity;
  readonly visible: Visible<Profile> | undefined;
  /** Metres that the viewer has to ascend; 0 if the profile is visible. */
  readonly missingMetres: number;
}

/**
 * Loads a profile, or only the identity of a member who is above the viewer.
 *
 * @throws UserNotFound if there is no such member
 */
export async function profileForViewer(viewer: Viewer | Promise<Viewer>, userId: string): Promise<ProfileForViewer> {
  const [from, profile] = await Promise.all([viewer, getProfile(userId)]);
  if (!profile) throw new UserNotFound();
  const missingMetres = metresAbove(from, profile);
  return { identity: profile, visible: missingMetres > 0 ? undefined : (profile as Visible<Profile>), missingMetres };
}

/**
 * Loads the profiles of a list that are at or below the viewer, in the order of the ids. Omits members who have left.
 */
export async function visibleProfiles(viewer: Viewer, userIds: readonly string[]): Promise<Visible<Profile>[]> {
  const people = await getPeople(userIds);
  return userIds.flatMap((userId) => {
    const person = people.get(userId);
    if (!person || isDeleted(person) || metresAbove(viewer, person) > 0) return [];
    return person as Visible<Profile>;
  });
}

/** Returns how many metres a member is above the viewer; 0 for members at or below, and for the viewer. */
export function metresAbove(viewer: Viewer, member: Pick<Profile, 'userId' | 'depth'>): number {
  if (member.userId === viewer.userId) return 0;
  return toMetres(Math.max(0, member.depth - viewer.depth));
}
