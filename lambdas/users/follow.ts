import { users } from '../../shared/contract/users.ts';
import { endpoint } from '../http/endpoint.ts';
import { followUser } from './follow-user.ts';

export const handler = endpoint(users.follow, async ({ caller, input }) => followUser(caller, input.userId));
