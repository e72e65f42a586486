import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { unfollowUser } from './follow-user.ts';

export const handler = endpoint(contract.users.unfollow, async ({ caller, input }) =>
  unfollowUser(caller, input.userId),
);
