import { toMetres } from '../../shared/rules/depth.ts';
import { DepthTooLow } from '../platform/errors.ts';
import {
  type DeletedProfile,
  getMember,
  getMembers,
  getProfile,
  isDeleted,
  type Member,
  type Profile,
} from '../table/profile.ts';
import { type Sealed, unseal } from '../table/sealed.ts';
import { decideVisibility, NEUTRAL_RELATION, type Viewer, type Visible } from '../table/visible.ts';
import { UserNotFound } from './errors.ts';
import { openVisible } from './open-sealed.ts';
import { readRelations } from './relations.ts';

/** The part of a profile that every member may see, at any depth; for deleted accounts, the tombstone. */
export type Identity = Pick<Profile, 'userId' | 'username' | 'profilePicture' | 'depth'> | DeletedProfile;

/** Reads one member's identity; undefined if the ID was never a member's. */
export async function findIdentity(userId: string): Promise<Identity | undefined> {
  const member = await getMember(userId);
  return member && identityOf(unseal(member));
}

/** Reads identities by member ID, including deleted accounts. Unknown IDs are omitted. */
export async function findIdentities(userIds: readonly string[]): Promise<Map<string, Identity>> {
  return identitiesOf(await getMembers(userIds));
}

/** Returns the identities of members that are already loaded, by member ID. */
export function identitiesOf(members: ReadonlyMap<string, Sealed<Member>>): Map<string, Identity> {
  return new Map([...members].map(([userId, member]) => [userId, identityOf(unseal(member))]));
}

/** Copies only the fields that everyone may see, so that a response with a spread identity never contains an email. */
function identityOf(member: Member): Identity {
  if (isDeleted(member)) return member;
  const { userId, username, profilePicture, depth } = member;
  return { userId, username, profilePicture, depth };
}

/**
 * Loads a profile that the viewer may see: their own, or one at or below them.
 *
 * @throws UserNotFound if the member doesn't exist or has deleted their account
 * @throws DepthTooLow if the member is above the viewer
 */
export async function loadVisibleProfile(viewer: Viewer | Promise<Viewer>, userId: string): Promise<Visible<Profile>> {
  const { visible, missingMetres } = await loadProfileForViewer(viewer, userId);
  if (!visible) throw new DepthTooLow(missingMetres);
  return visible;
}

/** What one viewer may see of a member. */
interface ProfileForViewer {
  readonly identity: Identity;
  /** The whole profile; undefined if the member is above the viewer. */
  readonly visible: Visible<Profile> | undefined;
  /** Metres that the viewer must rise; 0 if the profile is visible. */
  readonly missingMetres: number;
}

/**
 * Loads a profile, or only the identity of a member who is above the viewer.
 *
 * @param options.consistent - strongly consistent read; costs twice as much
 * @throws UserNotFound if the member doesn't exist or has deleted their account
 */
export async function loadProfileForViewer(
  pendingViewer: Viewer | Promise<Viewer>,
  userId: string,
  options?: { readonly consistent: boolean },
): Promise<ProfileForViewer> {
  const [viewer, sealed] = await Promise.all([pendingViewer, getProfile(userId, options)]);
  if (!sealed) throw new UserNotFound();

  const profile = unseal(sealed);
  const relationTo = await readRelations(viewer, new Map([[userId, sealed]]));
  return {
    identity: identityOf(profile),
    visible: openVisible(viewer, sealed, relationTo(userId)),
    missingMetres: metresAbove(viewer, profile),
  };
}

/** Loads the profiles that the viewer may see, in the order of the IDs. Omits unknown IDs and deleted accounts. */
export async function loadVisibleProfiles(viewer: Viewer, userIds: readonly string[]): Promise<Visible<Profile>[]> {
  const members = await getMembers(userIds);
  const relationTo = await readRelations(viewer, members);
  return userIds.flatMap((userId) => {
    const profile = openVisible(viewer, members.get(userId), relationTo(userId));
    return profile && !isDeleted(profile) ? [profile] : [];
  });
}

/** Returns how many metres a member is above the viewer; 0 for members at or below, and for the viewer. */
export function metresAbove(viewer: Viewer, member: Pick<Profile, 'userId' | 'depth'>): number {
  // With the neutral relation, only the depths decide.
  const isAbove = decideVisibility(viewer, member, NEUTRAL_RELATION) === 'above';
  return isAbove ? toMetres(member.depth - viewer.depth) : 0;
}
