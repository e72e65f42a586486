import { fetchMemberAttributes } from '../members/cognito-users.ts';
import { AccountDeleted } from '../platform/errors.ts';
import type { PasswordResetRequest } from '../platform/password-reset-request.ts';
import { getCredentials } from '../table/credentials.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { switchTotpOff } from './totp.ts';

/**
 * Secures an account after a password reset by emailed code: only the owner of the mailbox keeps access to it.
 *
 * Ends all of the member's sessions. Switches off a second factor without recovery codes: with a stolen access token, a
 * thief can register an authenticator app at Cognito, but not at our API, which checks the password. Idempotent.
 *
 * @param userId - the member's ID, which is also their username in the user pool
 * @throws AccountDeleted if the member has no profile or has deleted their account
 */
export async function secureAccountAfterReset(userId: string): Promise<void> {
  // Important: ends the sessions first. With a token that Cognito still accepts, a thief's script could switch the second
  // factor on again.
  await endAllSessions(userId);

  const [{ recoveryCodes }, { hasTotp }] = await Promise.all([getCredentials(userId), fetchMemberAttributes(userId)]);
  if (hasTotp && recoveryCodes.length === 0) await switchTotpOff(userId);
}

/**
 * Completes a password reset that failed halfway. Runs in the call of the trigger that `deferResetToTrigger` has queued.
 * Does nothing if the member's account is deleted.
 */
export async function completeDeferredReset({ username }: PasswordResetRequest): Promise<void> {
  try {
    const { userId } = await fetchMemberAttributes(username);
    await secureAccountAfterReset(userId);
  } catch (error) {
    if (!(error instanceof AccountDeleted)) throw error;
  }
}
