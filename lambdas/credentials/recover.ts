import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { fetchMemberAttributes } from '../members/cognito-users.ts';
import { type Credentials, editCredentials, getCredentials } from '../table/credentials.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { InvalidCode } from './errors.ts';
import { mailTotpNotice } from './mail-totp-notice.ts';
import { checkPassword } from './passwords.ts';
import { digestRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import { switchOffAndDeleteCodes } from './totp.ts';

/**
 * Switches the second factor off for a member who has lost it, and ends all of the member's sessions.
 *
 * Deletes the recovery codes first. If they stayed while the second factor is off, an authenticator app that a thief adds
 * at Cognito would count as the member's own. The digest of the used code stays until the end, so that the same code
 * completes a request that failed halfway.
 *
 * Ends the sessions before it switches the second factor off: with a token that Cognito still accepts, a thief's script
 * could switch it on again. A `totp/enable` that checked its session before can store new recovery codes, so
 * {@link switchOffAndDeleteCodes} deletes the codes again. If it switches the second factor on later, it notices that the
 * digest of its code is gone.
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
  if (!isRecoveryCode(recoveryCode, listUsableDigests(await getCredentials(userId)))) throw new InvalidCode();

  const pendingRecovery = digestRecoveryCode(recoveryCode);
  await editCredentials(userId, { recoveryCodes: undefined, acceptedCode: undefined, pendingRecovery });
  await endAllSessions(userId);
  await switchOffAndDeleteCodes(userId);
  await editCredentials(userId, { pendingRecovery: undefined });
  await mailTotpNotice(userId, verifiedEmail);
  return {};
}

/** Returns the digests of the unused recovery codes, and of the code that can complete a failed request. */
function listUsableDigests({ recoveryCodes, pendingRecovery }: Credentials): readonly string[] {
  return pendingRecovery === undefined ? recoveryCodes : [...recoveryCodes, pendingRecovery];
}
