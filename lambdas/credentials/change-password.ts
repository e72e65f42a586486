import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { editCredentials, getCredentials } from '../table/credentials.ts';
import { requireUncommonPassword } from './common-passwords.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { WrongPassword } from './errors.ts';
import { checkPassword, hasPassword, updatePassword } from './passwords.ts';

type Passwords = Input<typeof credentials.changePassword>;

/**
 * Changes the caller's password, and signs them out everywhere. The page then signs in with the new password.
 *
 * If the password was changed, but the sessions couldn't be ended, the same request completes the change.
 *
 * @throws WrongPassword if the current password is wrong
 * @throws CommonPassword
 */
export async function changePassword(
  caller: Caller,
  passwords: Passwords,
): Promise<Response<typeof credentials.changePassword>> {
  const { userId } = caller;
  await ensureProfile(caller);
  await requireUncommonPassword(passwords.newPassword);

  if (!(await wasChangedBefore(userId, passwords))) {
    await editCredentials(userId, { isPasswordChanging: true });
    await updatePassword(caller, passwords.currentPassword, passwords.newPassword);
  }

  await endAllSessions(userId);
  await editCredentials(userId, { isPasswordChanging: undefined });
  return {};
}

/**
 * Returns whether an earlier request has changed the password and then failed. If not, checks the current password.
 *
 * Tries the new password only after such a request. Cognito counts each wrong password, so trying it always would lock
 * members out after half as many mistakes.
 *
 * @throws WrongPassword if the password wasn't changed, and the current password is wrong
 */
async function wasChangedBefore(userId: string, { currentPassword, newPassword }: Passwords): Promise<boolean> {
  try {
    await checkPassword(userId, currentPassword);
    return false;
  } catch (error) {
    if (!(error instanceof WrongPassword)) throw error;
    const { isPasswordChanging } = await getCredentials(userId);
    if (isPasswordChanging && (await hasPassword(userId, newPassword))) return true;
    throw error;
  }
}
