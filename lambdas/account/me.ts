import { account } from '../../shared/contract/account.ts';
import { endpoint } from '../http/endpoint.ts';
import { ensureProfile } from './ensure-profile.ts';
import { presentOwnProfile } from './own-profile.ts';

export const handler = endpoint(account.me, async ({ caller }) => ({
  profile: presentOwnProfile(await ensureProfile(caller)),
}));
