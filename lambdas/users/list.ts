import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { listUsers } from './list-users.ts';

export const handler = endpoint(contract.users.list, async ({ caller, input }) => listUsers(caller, input));
