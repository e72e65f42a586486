import { users } from '../../shared/contract/users.ts';
import { endpoint } from '../http/endpoint.ts';
import { unfollowUser } from './follow-user.ts';

export const handler = endpoint(users.unfollow, async ({ caller, input }) => unfollowUser(caller, input.userId));
