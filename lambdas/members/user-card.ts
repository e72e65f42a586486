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
export function visibleName(identity: Identity | undefined): string {
  if (!identity) return UNKNOWN_USER;
  return isDeleted(identity) ? DELETED_USER : identity.username;
}

/** Returns the URL of the picture that other members see, or an empty string. */
export function visiblePicture(identity: Identity | undefined): string {
  return identity && !isDeleted(identity) ? pictureUrlOf(identity) : '';
}

/** Builds the identity card of a conversation's partner. */
export function presentPartner(partnerId: string, identity: Identity | undefined): UserCard {
  // Without a profile, the partner's account was deleted and its tombstone has expired.
  return presentCard(partnerId, identity ?? { userId: partnerId, deletedAt: '' });
}

/** Builds an identity card, which every member may see. Depth in metres. */
export function presentCard(id: string, identity: Identity | undefined): UserCard {
  return {
    id,
    username: visibleName(identity),
    profilePicture: visiblePicture(identity),
    depth: identity && !isDeleted(identity) ? toMetres(identity.depth) : 0,
  };
}
