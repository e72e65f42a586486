import type { OwnProfile } from '../../shared/contract/account.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { editProfile } from '../table/profile.ts';
import { presentOwnProfile } from './own-profile.ts';

/** Changes the caller's username and bio. A bio that is not given stays as it is. */
export async function updateProfile(
  caller: Caller,
  { username, bio }: { username: string; bio?: string | undefined },
): Promise<{ profile: OwnProfile }> {
  const before = await ensureProfile(caller);
  const { now } = await editProfile(before, { username, ...(bio !== undefined && { bio }) });
  return { profile: presentOwnProfile(now) };
}
