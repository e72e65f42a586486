import { users } from '../../shared/contract/users.ts';
import { viewerOf } from '../account/viewer.ts';
import { endpoint } from '../http/endpoint.ts';
import { nearbyUsers } from './nearby-users.ts';

export const handler = endpoint(users.nearby, async ({ caller }) => ({
  users: await nearbyUsers(await viewerOf(caller)),
}));
