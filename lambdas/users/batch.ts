import { users } from '../../shared/contract/users.ts';
import { endpoint } from '../http/endpoint.ts';
import { userCardsFor } from './user-cards.ts';

export const handler = endpoint(users.batch, async ({ caller, input }) => ({
  users: await userCardsFor(caller, input.userIds),
}));
