import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { sendMail } from '../platform/mail.ts';
import { editCredentials } from '../table/credentials.ts';
import { reserveMail } from '../table/mail-reservation.ts';
import { TOTP_SWITCHED_OFF } from './notices.ts';
import { checkPassword } from './passwords.ts';
import { switchTotpOff } from './totp.ts';

/**
 * Switches the caller's second factor off, and deletes the recovery codes. Idempotent.
 *
 * Deletes the recovery codes first. If they stayed while the second factor is off, an authenticator app that a thief adds
 * at Cognito would count as the member's own.
 *
 * Mails a notice at most once an hour. Cognito limits only wrong passwords, so a member could otherwise send themselves
 * thousands of mails, and use up the stage's quota of SES.
 *
 * @throws WrongPassword
 */
export async function disableTotp(
  caller: Caller,
  { password }: Input<typeof credentials.disableTotp>,
): Promise<Response<typeof credentials.disableTotp>> {
  const { email } = await ensureProfile(caller);
  await checkPassword(caller.userId, password);

  await editCredentials(caller.userId, { recoveryCodes: undefined, acceptedCode: undefined });
  await switchTotpOff(caller.userId);

  if (await reserveMail(caller.userId)) await sendMail(email, TOTP_SWITCHED_OFF);
  return {};
}
