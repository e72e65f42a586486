import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { listFollows } from './list-follows.ts';

export const handler = endpoint(contract.users.following, async ({ caller, input }) =>
  listFollows(caller, 'following', input),
);
