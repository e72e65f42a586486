import type { OwnProfile } from '../../shared/contract/account.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { editProfile } from '../table/profile.ts';
import { presentOwnProfile } from './own-profile.ts';

/** Changes the caller's username and bio. Keeps the current bio if the input has no bio. */
export async function updateProfile(
  caller: Caller,
  { username, bio }: { username: string; bio?: string | undefined },
): Promise<{ profile: OwnProfile }> {
  const profile = await ensureProfile(caller);
  const { after } = await editProfile(profile, { username, ...(bio !== undefined && { bio }) });
  return { profile: presentOwnProfile(after) };
}
