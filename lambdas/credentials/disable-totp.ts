import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { deleteSecondFactorCodes } from '../table/credentials.ts';
import { mailTotpNotice } from './mail-totp-notice.ts';
import { checkPassword } from './passwords.ts';
import { switchOffAndDeleteCodes } from './totp.ts';

/**
 * Switches the caller's second factor off, and deletes the recovery codes. Idempotent.
 *
 * Deletes the recovery codes first. If they stayed while the second factor is off, an authenticator app that a thief adds
 * at Cognito would count as the member's own. A concurrent `totp/enable` can store new codes in the meantime, so
 * {@link switchOffAndDeleteCodes} deletes the codes again.
 *
 * @throws WrongPassword
 */
export async function disableTotp(
  caller: Caller,
  { password }: Input<typeof credentials.disableTotp>,
): Promise<Response<typeof credentials.disableTotp>> {
  const { email } = await ensureProfile(caller);
  await checkPassword(caller.userId, password);

  await deleteSecondFactorCodes(caller.userId);
  await switchOffAndDeleteCodes(caller.userId);
  await mailTotpNotice(caller.userId, email);
  return {};
}
