import { users } from '../../shared/contract/users.ts';
import { endpoint } from '../http/endpoint.ts';
import { userCardsFor } from './user-cards.ts';

export const handler = endpoint(users.get, async ({ caller, input }) => {
  const [user] = await userCardsFor(caller, [input.userId]);
  return { user: user! };
});
