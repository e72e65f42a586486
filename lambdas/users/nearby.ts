import { contract } from '../../shared/contract/contract.ts';
import { viewerOf } from '../account/viewer.ts';
import { endpoint } from '../platform/endpoint.ts';
import { nearbyUsers } from './nearby-users.ts';

export const handler = endpoint(contract.users.nearby, async ({ caller }) => ({
  users: await nearbyUsers(await viewerOf(caller)),
}));
