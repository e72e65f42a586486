import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { requireUncommonPassword } from './common-passwords.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { checkPassword, updatePassword } from './passwords.ts';

/**
 * Changes the caller's password, and signs them out everywhere. The page then signs in with the new password.
 *
 * @throws WrongPassword if the current password is wrong
 * @throws CommonPassword
 */
export async function changePassword(
  caller: Caller,
  { currentPassword, newPassword }: Input<typeof credentials.changePassword>,
): Promise<Response<typeof credentials.changePassword>> {
  await ensureProfile(caller);
  await requireUncommonPassword(newPassword);
  await checkPassword(caller.userId, currentPassword);
  await updatePassword(caller, currentPassword, newPassword);
  await endAllSessions(caller.userId);
  return {};
}
