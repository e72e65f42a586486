import { users } from '../../shared/contract/users.ts';
import { endpoint } from '../http/endpoint.ts';
import { listFollows } from './list-follows.ts';

export const handler = endpoint(users.following, async ({ caller, input }) => listFollows(caller, 'following', input));
