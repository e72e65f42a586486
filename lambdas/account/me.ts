import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { ensureProfile } from './ensure-profile.ts';
import { presentOwnProfile } from './own-profile.ts';

export const handler = endpoint(contract.account.me, async ({ caller }) => ({
  profile: presentOwnProfile(await ensureProfile(caller)),
}));
