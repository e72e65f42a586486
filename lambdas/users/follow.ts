import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { followUser } from './follow-user.ts';

export const handler = endpoint(contract.users.follow, async ({ caller, input }) => followUser(caller, input.userId));
