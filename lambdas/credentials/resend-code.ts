import { ResendConfirmationCodeCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { readSetting } from '../platform/config.ts';
import { isTransient } from '../platform/transient-errors.ts';
import { callCognito } from './call-cognito.ts';
import { InvalidCode } from './errors.ts';

/** Emails the confirmation code of a registration again. The response is the same for every email. */
export async function resendCode(
  _caller: undefined,
  { email }: Input<typeof credentials.resendCode>,
): Promise<Response<typeof credentials.resendCode>> {
  await sendConfirmationCode(email);
  return {};
}

/**
 * Emails the confirmation code of an unconfirmed account.
 *
 * Ignores all final errors, because they reveal whether the email has an account: it has none, it is confirmed, or it
 * has received too many codes.
 */
export async function sendConfirmationCode(email: string): Promise<void> {
  const command = new ResendConfirmationCodeCommand({ ClientId: readSetting('SERVER_CLIENT_ID'), Username: email });
  try {
    await callCognito((cognito) => cognito.send(command), new InvalidCode());
  } catch (error) {
    if (isTransient(error)) throw error;
  }
}
