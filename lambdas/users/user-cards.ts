import type { UserCard } from '../../shared/contract/users.ts';
import { toMetres } from '../../shared/depth/depth.ts';
import { AccountDeleted } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { getPeople, isDeleted, type Person } from '../table/profile.ts';

/** Shown where there is no such member (specification §3). */
const UNKNOWN_USER = 'Unknown User';

/** Shown where a member has left (decision 25). */
const DELETED_USER = 'Deleted user';

/**
 * Identity cards in the order of the ids, for a caller who is read along; an unknown id gives "Unknown User" at depth 0.
 *
 * @throws AccountDeleted when they have deleted their account, which their token outlives
 */
export async function userCardsFor(caller: Caller, userIds: readonly string[]): Promise<UserCard[]> {
  const people = await getPeople([caller.userId, ...userIds]);
  if (isDeleted(people.get(caller.userId))) throw new AccountDeleted();
  return userIds.map((id) => presentCard(id, people.get(id)));
}

/** What a member is called in front of others. */
export function nameOf(person: Person | undefined): string {
  if (!person) return UNKNOWN_USER;
  return isDeleted(person) ? DELETED_USER : person.username;
}

/** A member's picture in front of others: its address, or empty. */
export function pictureOf(person: Person | undefined): string {
  return person && !isDeleted(person) ? person.profilePicture : '';
}

/** What any member may see of any other. */
export function presentCard(id: string, person: Person | undefined): UserCard {
  return {
    id,
    username: nameOf(person),
    profilePicture: pictureOf(person),
    depth: person && !isDeleted(person) ? toMetres(person.depth) : 0,
  };
}
