import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { fetchMemberAttributes } from '../members/cognito-users.ts';
import { type Credentials, editCredentials, getCredentials } from '../table/credentials.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { InvalidCode } from './errors.ts';
import { mailTotpNotice } from './mail-totp-notice.ts';
import { checkPassword } from './passwords.ts';
import { digestRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import { switchTotpOff } from './totp.ts';

/** Deletes the recovery codes, and the digest with which `totp/enable` would store new ones. */
const NO_CODES = { recoveryCodes: undefined, acceptedCode: undefined };

/**
 * Switches the second factor off for a member who has lost it, and ends all of the member's sessions.
 *
 * Deletes the recovery codes first. If they stayed while the second factor is off, an authenticator app that a thief adds
 * at Cognito would count as the member's own. The digest of the used code stays until the end, so that the same code
 * completes a request that failed halfway.
 *
 * Ends the sessions before it switches the second factor off: with a token that Cognito still accepts, a thief's script
 * could switch it on again. Until the sessions end, `totp/enable` can store new recovery codes, so this function deletes
 * the codes again.
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
  await editCredentials(userId, { ...NO_CODES, pendingRecovery });
  await endAllSessions(userId);
  await switchTotpOff(userId);
  await editCredentials(userId, { ...NO_CODES, pendingRecovery: undefined });
  await mailTotpNotice(userId, verifiedEmail);
  return {};
}

/** Returns the digests of the unused recovery codes, and of the code that can complete a failed request. */
function listUsableDigests({ recoveryCodes, pendingRecovery }: Credentials): readonly string[] {
  return pendingRecovery === undefined ? recoveryCodes : [...recoveryCodes, pendingRecovery];
}
