import { users } from '../../shared/contract/users.ts';
import { endpoint } from '../http/endpoint.ts';
import { userCards } from './user-cards.ts';

export const handler = endpoint(users.batch, async ({ input }) => ({ users: await userCards(input.userIds) }));
