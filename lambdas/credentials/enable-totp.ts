import { createHmac } from 'node:crypto';
import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { accessTokenOf, type Caller } from '../platform/identity.ts';
import { editCredentials, replaceRecoveryCodes } from '../table/credentials.ts';
import { InvalidCode } from './errors.ts';
import { checkPassword } from './passwords.ts';
import { createRecoveryCodes, digestRecoveryCode } from './recovery-codes.ts';
import { switchTotpOn, verifyTotp } from './totp.ts';

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
 * @throws InvalidCode if the code doesn't belong to the key
 */
export async function enableTotp(
  caller: Caller,
  { password, code }: Input<typeof credentials.enableTotp>,
): Promise<Response<typeof credentials.enableTotp>> {
  await ensureProfile(caller);
  await checkPassword(caller.userId, password);

  const recoveryCodes = createRecoveryCodes();
  // Stores the codes first: a password reset switches off a second factor without codes.
  await storeRecoveryCodes(caller, code, recoveryCodes.map(digestRecoveryCode));
  await switchTotpOn(caller.userId);
  return { recoveryCodes };
}

/**
 * Stores digests of recovery codes if Cognito accepts the app's code, or has accepted it from this session before.
 *
 * Stores the digest of the app's code only after Cognito has accepted the code. Otherwise, a wrong code could be
 * repeated, and would switch on a key that the member's app doesn't have.
 */
async function storeRecoveryCodes(caller: Caller, code: string, recoveryCodes: readonly string[]): Promise<void> {
  const digest = digestCode(caller, code);

  try {
    await verifyTotp(caller, code);
  } catch (error) {
    if (error instanceof InvalidCode && (await replaceRecoveryCodes(caller.userId, recoveryCodes, digest))) return;
    throw error;
  }

  const validUntil = Math.floor(Date.now() / 1000) + REPEATABLE_SECONDS;
  await editCredentials(caller.userId, { recoveryCodes, acceptedCode: { digest, validUntil } });
}

/**
 * Returns the digest of a code. The key is the caller's access token: six digits could be guessed from a digest without
 * a key, and this function needs no permission to read a secret.
 */
function digestCode(caller: Caller, code: string): string {
  return createHmac('sha256', accessTokenOf(caller)).update(`totp ${code}`).digest('base64url');
}
