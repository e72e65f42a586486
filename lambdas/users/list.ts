import { users } from '../../shared/contract/users.ts';
import { endpoint } from '../http/endpoint.ts';
import { listUsers } from './list-users.ts';

export const handler = endpoint(users.list, async ({ caller, input }) => listUsers(caller, input));
