import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { logger } from '../platform/logger.ts';
import { loadSecret } from '../platform/secret.ts';
import { type CodePurpose, clearCodeAttempts, countCodeAttempt, takeBackCodeAttempt } from '../table/code-attempts.ts';
import { callCognito, isWithoutEffect } from './call-cognito.ts';
import { InvalidCode, TooManyAttempts, TooManyCodes } from './errors.ts';
import { hashEmail } from './hash-email.ts';

/**
 * Redeems the emailed code of someone who isn't signed in.
 *
 * A wrong code gives the same error whether or not the email has an account. Cognito counts wrong codes of existing
 * accounts only, so this function counts the attempts first. It takes an attempt back if Cognito rejected the call and the
 * SDK's retries because of load, before it checked the code.
 *
 * @throws InvalidCode if the code is wrong or expired, or if there is no such account
 * @throws TooManyCodes if the email has no attempts left
 */
export async function redeemCode(
  email: string,
  purpose: CodePurpose,
  redeem: (client: CognitoIdentityProviderClient) => Promise<unknown>,
): Promise<void> {
  const addressHash = hashEmail(email, await loadSecret('REGISTRATION_SECRET_ARN'));
  const waitSeconds = await countCodeAttempt(addressHash, purpose);
  if (waitSeconds > 0) throw new TooManyCodes(waitSeconds);

  try {
    await callCognito(redeem, new InvalidCode());
  } catch (error) {
    // After other transient errors, such as a timeout, Cognito may have checked the code. So they count as a guess.
    if (isWithoutEffect(error)) await tryTakeBackAttempt(addressHash, purpose);

    // Cognito's own limit is reached first only after attempts that bypassed our API. Returns the error that an email
    // without an account gets.
    throw error instanceof TooManyAttempts ? new InvalidCode() : error;
  }

  await clearCodeAttempts(addressHash, purpose).catch((error: Error) => {
    // The code is used up, so the request must not fail. The count expires within an hour.
    logger.warn('Attempts to enter a code not reset', { errorName: error.name });
  });
}

/** Takes an attempt back. Logs a failure, because the caller throws the error of Cognito. */
async function tryTakeBackAttempt(addressHash: string, purpose: CodePurpose): Promise<void> {
  try {
    await takeBackCodeAttempt(addressHash, purpose);
  } catch (error) {
    logger.warn('Attempt to enter a code not taken back', { errorName: (error as Error).name });
  }
}
