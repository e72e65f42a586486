import type { account } from '../../shared/contract/account.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { presentOwnProfile } from './own-profile.ts';

/** Returns the caller's own profile. Creates it if the sign-up trigger failed to. */
export async function readMe(caller: Caller): Promise<Response<typeof account.me>> {
  return { profile: presentOwnProfile(await ensureProfile(caller)) };
}
