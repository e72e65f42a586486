import { users } from '../../shared/contract/users.ts';
import { endpoint } from '../platform/endpoint.ts';
import { unfollowUser } from './follow-user.ts';

export const handler = endpoint(users.unfollow, async ({ caller, input }) => unfollowUser(caller, input.userId));
