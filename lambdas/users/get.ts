import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { UserCard, users } from '../../shared/contract/users.ts';
import { findIdentities } from '../access/profiles.ts';
import { loadViewer } from '../access/viewer.ts';
import { buildUserCard } from '../members/user-card.ts';
import type { Caller } from '../platform/identity.ts';

/** Returns one member's identity card. An unknown ID gives "Unknown User" at depth 0. */
export async function getUser(
  caller: Caller,
  { userId }: Input<typeof users.get>,
): Promise<Response<typeof users.get>> {
  const [user] = await loadCards(caller, [userId]);
  return { user: user! };
}

/** Returns identity cards in the order of the IDs. */
export async function getUsers(
  caller: Caller,
  { userIds }: Input<typeof users.batch>,
): Promise<Response<typeof users.batch>> {
  return { users: await loadCards(caller, userIds) };
}

async function loadCards(caller: Caller, userIds: readonly string[]): Promise<UserCard[]> {
  // Any member sees identity cards. The viewer is loaded to check the session only.
  const [identities] = await Promise.all([findIdentities(userIds), loadViewer(caller)]);
  return userIds.map((id) => buildUserCard(id, identities.get(id)));
}
