import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { fetchMemberAttributes } from '../members/cognito-users.ts';
import { editCredentials, getCredentials } from '../table/credentials.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { InvalidCode } from './errors.ts';
import { mailTotpNotice } from './mail-totp-notice.ts';
import { checkPassword } from './passwords.ts';
import { isRecoveryCode } from './recovery-codes.ts';
import { switchTotpOff } from './totp.ts';

/**
 * Switches the second factor off for a member who has lost it, and ends all of the member's sessions.
 *
 * Ends the sessions first: with a token that Cognito still accepts, a thief's script could switch the second factor on
 * again. Deletes the recovery codes last, so that the same code completes a request that failed halfway.
 *
 * @throws WrongPassword if the password is wrong, or if there is no such member
 * @throws InvalidCode if `recoveryCode` is not one of the member's unused codes
 */
export async function recoverAccount(
  _caller: undefined,
  { email, password, recoveryCode }: Input<typeof credentials.recover>,
): Promise<Response<typeof credentials.recover>> {
  await checkPassword(email, password);
  const { userId, email: verifiedEmail } = await fetchMemberAttributes(email);
  const { recoveryCodes } = await getCredentials(userId);
  if (!isRecoveryCode(recoveryCode, recoveryCodes)) throw new InvalidCode();

  await endAllSessions(userId);
  await switchTotpOff(userId);
  await editCredentials(userId, { recoveryCodes: undefined, acceptedCode: undefined });
  await mailTotpNotice(userId, verifiedEmail);
  return {};
}
