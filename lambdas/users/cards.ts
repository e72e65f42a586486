import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { UserCard, users } from '../../shared/contract/users.ts';
import { findIdentities } from '../access/profiles.ts';
import { presentCard } from '../members/user-card.ts';
import { AccountDeleted } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { isDeleted } from '../table/profile.ts';

/** Returns one member's identity card. An unknown ID gives "Unknown User" at depth 0. */
export async function getUser(
  caller: Caller,
  { userId }: Input<typeof users.get>,
): Promise<Response<typeof users.get>> {
  const [user] = await cardsFor(caller, [userId]);
  return { user: user! };
}

/** Returns identity cards in the order of the IDs. */
export async function getUsers(
  caller: Caller,
  { userIds }: Input<typeof users.batch>,
): Promise<Response<typeof users.batch>> {
  return { users: await cardsFor(caller, userIds) };
}

/** Also reads the caller, because an access token can outlive its account. */
async function cardsFor(caller: Caller, userIds: readonly string[]): Promise<UserCard[]> {
  const identities = await findIdentities([caller.userId, ...userIds]);
  if (isDeleted(identities.get(caller.userId))) throw new AccountDeleted();
  return userIds.map((id) => presentCard(id, identities.get(id)));
}
