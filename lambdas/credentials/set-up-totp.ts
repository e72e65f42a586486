import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { checkPassword } from './passwords.ts';
import { createTotpKey } from './totp.ts';

/** The name that authenticator apps show. */
const ISSUER = 'Fathom';

/**
 * Creates a key for the caller's authenticator app.
 *
 * @throws WrongPassword
 */
export async function setUpTotp(
  caller: Caller,
  { password }: Input<typeof credentials.setUpTotp>,
): Promise<Response<typeof credentials.setUpTotp>> {
  const { email } = await ensureProfile(caller);
  await checkPassword(caller.userId, password);
  const secret = await createTotpKey(caller);
  const uri = `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?secret=${secret}&issuer=${ISSUER}`;
  return { secret, uri };
}
