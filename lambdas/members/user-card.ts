import type { UserCard } from '../../shared/contract/users.ts';
import { toMetres } from '../../shared/rules/depth.ts';
import type { Identity } from '../access/profiles.ts';
import { pictureUrlOf } from '../storage/storage-key.ts';
import { isDeleted } from '../table/profile.ts';

/** The name that pages show for an ID that was never a member's. */
const UNKNOWN_USER = 'Unknown User';

/** The name that pages show for a member who has deleted their account. */
const DELETED_USER = 'Deleted user';

/** Returns the name that other members see. */
export function displayName(identity: Identity | undefined): string {
  if (!identity) return UNKNOWN_USER;
  return isDeleted(identity) ? DELETED_USER : identity.username;
}

/** Returns the URL of the picture that other members see, or an empty string. */
export function displayPictureUrl(identity: Identity | undefined): string {
  return identity && !isDeleted(identity) ? pictureUrlOf(identity) : '';
}

/**
 * Builds the identity card of a conversation's partner.
 *
 * Every partner was once a member. So a partner without an identity has deleted their account, and the tombstone has
 * expired.
 */
export function buildPartnerCard(partnerId: string, identity: Identity | undefined): UserCard {
  // The card doesn't contain the date.
  const expiredTombstone = { userId: partnerId, deletedAt: '' };
  return buildUserCard(partnerId, identity ?? expiredTombstone);
}

/** Builds an identity card, which every member may see. Depth in metres, 0 for unknown and deleted members. */
export function buildUserCard(id: string, identity: Identity | undefined): UserCard {
  return {
    id,
    username: displayName(identity),
    profilePicture: displayPictureUrl(identity),
    depth: identity && !isDeleted(identity) ? toMetres(identity.depth) : 0,
  };
}
