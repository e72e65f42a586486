import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { userCards } from './user-cards.ts';

export const handler = endpoint(contract.users.batch, async ({ input }) => ({ users: await userCards(input.userIds) }));
