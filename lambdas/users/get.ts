import { users } from '../../shared/contract/users.ts';
import { endpoint } from '../http/endpoint.ts';
import { userCards } from './user-cards.ts';

export const handler = endpoint(users.get, async ({ input }) => {
  const [user] = await userCards([input.userId]);
  return { user: user! };
});
