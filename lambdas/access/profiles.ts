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

/** Returns the identities of members that were read. */
export function identitiesOf(members: ReadonlyMap<string, Sealed<Member>>): Map<string, Identity> {
  return new Map([...members].map(([userId, member]) => [userId, identityOf(unseal(member))]));
}

/** Copies the fields that everyone may see, so that an identity that is spread into a response has no email. */
function identityOf(member: Member): Identity {
  if (isDeleted(member)) return member;
  const { userId, username, profilePicture, depth } = member;
  return { userId, username, profilePicture, depth };
}

/**
 * Loads a profile at or below the viewer.
 *
 * @throws UserNotFound if the member doesn't exist
 * @throws DepthTooLow if the member is above the viewer
 */
export async function visibleProfile(viewer: Viewer | Promise<Viewer>, userId: string): Promise<Visible<Profile>> {
  const { visible, missingMetres } = await profileForViewer(viewer, userId);
  if (!visible) throw new DepthTooLow(missingMetres);
  return visible;
}

/** A profile for one viewer: `visible` is absent if the member is above them. */
interface ProfileForViewer {
  readonly identity: Identity;
  readonly visible: Visible<Profile> | undefined;
  /** Metres that the viewer must rise; 0 if the profile is visible. */
  readonly missingMetres: number;
}

/**
 * Loads a profile, or only the identity of a member who is above the viewer.
 *
 * @param options.consistent - strongly consistent read; costs twice as much
 * @throws UserNotFound if the member doesn't exist
 */
export async function profileForViewer(
  loadingViewer: Viewer | Promise<Viewer>,
  userId: string,
  options?: { readonly consistent: boolean },
): Promise<ProfileForViewer> {
  const [viewer, sealed] = await Promise.all([loadingViewer, getProfile(userId, options)]);
  const profile = unseal(sealed);
  if (!profile) throw new UserNotFound();

  const relationTo = await readRelations(viewer, new Map(sealed && [[userId, sealed]]));
  return {
    identity: identityOf(profile),
    visible: openVisible(viewer, sealed, relationTo(userId)),
    missingMetres: metresAbove(viewer, profile),
  };
}

/** Loads the profiles that are at or below the viewer, in the order of the IDs. Omits deleted accounts. */
export async function visibleProfiles(viewer: Viewer, userIds: readonly string[]): Promise<Visible<Profile>[]> {
  const members = await getMembers(userIds);
  const relationTo = await readRelations(viewer, members);
  return userIds.flatMap((userId) => {
    const profile = openVisible(viewer, members.get(userId), relationTo(userId));
    return profile && !isDeleted(profile) ? [profile] : [];
  });
}

/** Returns the metres that a member is above the viewer; 0 for members at or below, and for the viewer. */
export function metresAbove(viewer: Viewer, member: Pick<Profile, 'userId' | 'depth'>): number {
  return decideVisibility(viewer, member, NEUTRAL_RELATION) === 'above' ? toMetres(member.depth - viewer.depth) : 0;
}
