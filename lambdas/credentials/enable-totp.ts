import { createHmac } from 'node:crypto';
import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { checkSession } from '../access/session.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { accessTokenOf, type Caller } from '../platform/identity.ts';
import { editCredentials, getCredentials, replaceRecoveryCodes } from '../table/credentials.ts';
import { InvalidCode } from './errors.ts';
import { checkPassword } from './passwords.ts';
import { createRecoveryCodes, digestRecoveryCode } from './recovery-codes.ts';
import { switchOffAndDeleteCodes, switchTotpOn, verifyTotp } from './totp.ts';

/** How long an accepted code can be repeated, in seconds. */
const REPEATABLE_SECONDS = 600;

/**
 * Switches the caller's second factor on, and returns new recovery codes.
 *
 * Checks the password again, because a thief with the caller's token can create a key at Cognito. The recovery codes
 * would make the thief's key look like the caller's own.
 *
 * Cognito accepts each code once. A repeated request, whose first response may be lost, gets other recovery codes.
 *
 * @throws WrongPassword
 * @throws InvalidCode if the code doesn't belong to the key, or if a concurrent request switches the second factor off
 * @throws SessionEnded if a concurrent request ends the caller's sessions
 */
export async function enableTotp(
  caller: Caller,
  { password, code }: Input<typeof credentials.enableTotp>,
): Promise<Response<typeof credentials.enableTotp>> {
  await ensureProfile(caller);
  await checkPassword(caller.userId, password);

  const codeDigest = digestCode(caller, code);
  await acceptCode(caller, code, codeDigest);
  // A recovery may have ended the session since the first check, and deleted the digests before this one was stored.
  await checkSession(caller);
  await switchTotpOn(caller.userId);

  // Important: stores the recovery codes last. If they were stored while the second factor is off, an authenticator app
  // that a thief adds at Cognito would count as the member's own.
  const recoveryCodes = createRecoveryCodes();
  const digests = recoveryCodes.map(digestRecoveryCode);
  const areStored = await replaceRecoveryCodes(caller.userId, digests, codeDigest);
  if (!areStored) {
    await undoSwitch(caller.userId);
    throw new InvalidCode();
  }

  return { recoveryCodes };
}

/**
 * Checks that Cognito accepts the app's code, or has accepted it from this session before. Deletes earlier recovery
 * codes, even that of a recovery that isn't complete.
 *
 * Stores the digest of the app's code only after Cognito has accepted the code. Otherwise, a wrong code could be
 * repeated, and would switch on a key that the member's app doesn't have.
 *
 * @throws InvalidCode otherwise
 */
async function acceptCode(caller: Caller, code: string, digest: string): Promise<void> {
  try {
    await verifyTotp(caller, code);
  } catch (error) {
    if (error instanceof InvalidCode && (await replaceRecoveryCodes(caller.userId, [], digest))) return;
    throw error;
  }

  const validUntil = Math.floor(Date.now() / 1000) + REPEATABLE_SECONDS;
  await editCredentials(caller.userId, {
    recoveryCodes: undefined,
    acceptedCode: { digest, validUntil },
    pendingRecovery: undefined,
  });
}

/**
 * Switches the second factor off again if a concurrent request has switched it off, which deletes the digest of the
 * app's code. Leaves it on if a concurrent `totp/enable` has replaced the digest: that request stores recovery codes.
 */
async function undoSwitch(userId: string): Promise<void> {
  const { acceptedCode } = await getCredentials(userId);
  if (!acceptedCode) await switchOffAndDeleteCodes(userId);
}

/**
 * Returns the digest of a code. The key is the caller's access token: six digits could be guessed from a digest without
 * a key, and this function needs no permission to read a secret.
 */
function digestCode(caller: Caller, code: string): string {
  return createHmac('sha256', accessTokenOf(caller)).update(`totp ${code}`).digest('base64url');
}
