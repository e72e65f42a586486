import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { editCredentials } from '../table/credentials.ts';
import { checkPassword } from './passwords.ts';
import { createRecoveryCodes, digestRecoveryCode } from './recovery-codes.ts';
import { switchTotpOn, verifyTotp } from './totp.ts';

/**
 * Switches the caller's second factor on, and returns new recovery codes.
 *
 * Checks the password again, because a thief with the caller's token can create a key at Cognito. The recovery codes
 * would make the thief's key look like the caller's own.
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
  await verifyTotp(caller, code);

  const recoveryCodes = createRecoveryCodes();
  // Stores the codes first: a password reset switches off a second factor without codes.
  await editCredentials(caller.userId, { recoveryCodes: recoveryCodes.map(digestRecoveryCode) });
  await switchTotpOn(caller.userId);
  return { recoveryCodes };
}
