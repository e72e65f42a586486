import type { UserCard } from '../../shared/contract/users.ts';
import { toMetres } from '../../shared/depth/depth.ts';
import type { Identity } from '../access/profiles.ts';
import { isDeleted } from '../table/profile.ts';

/** Shown for an id that was never a member's. */
const UNKNOWN_USER = 'Unknown User';

/** Shown for a member who has deleted their account. */
const DELETED_USER = 'Deleted user';

/** Returns the name that others see. */
export function nameOf(person: Identity | undefined): string {
  if (!person) return UNKNOWN_USER;
  return isDeleted(person) ? DELETED_USER : person.username;
}

/** Returns the address of the picture that others see, or an empty string. */
export function pictureOf(person: Identity | undefined): string {
  return person && !isDeleted(person) ? person.profilePicture : '';
}

/** Builds an identity card: what every member may see of every other. Depth in metres. */
export function presentCard(id: string, person: Identity | undefined): UserCard {
  return {
    id,
    username: nameOf(person),
    profilePicture: pictureOf(person),
    depth: person && !isDeleted(person) ? toMetres(person.depth) : 0,
  };
}
