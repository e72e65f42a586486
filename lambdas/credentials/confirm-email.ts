import { VerifyUserAttributeCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { Unauthenticated } from '../platform/errors.ts';
import { accessTokenOf, type Caller } from '../platform/identity.ts';
import { callCognito } from './call-cognito.ts';
import { InvalidCode } from './errors.ts';
import { syncEmail } from './sync-email.ts';

/**
 * Completes a change of the caller's email with the emailed code.
 *
 * The code of a request that failed halfway is used up. A repeated call then completes the change without it.
 *
 * @throws InvalidCode if the code is wrong, or if no change is pending
 * @throws AccountExists if another account has taken the address
 */
export async function confirmEmail(
  caller: Caller,
  { code }: Input<typeof credentials.confirmEmail>,
): Promise<Response<typeof credentials.confirmEmail>> {
  const profile = await ensureProfile(caller);
  const isAccepted = await redeemEmailCode(caller, code);
  const { email } = await syncEmail(profile);
  if (!isAccepted && email === profile.email) throw new InvalidCode();
  return { email };
}

async function redeemEmailCode(caller: Caller, code: string): Promise<boolean> {
  const command = new VerifyUserAttributeCommand({
    AccessToken: accessTokenOf(caller),
    AttributeName: 'email',
    Code: code,
  });

  try {
    await callCognito((cognito) => cognito.send(command), new Unauthenticated());
    return true;
  } catch (error) {
    if (error instanceof InvalidCode) return false;
    throw error;
  }
}
