import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { logger } from '../platform/logger.ts';
import { loadSecret } from '../platform/secret.ts';
import { type CodePurpose, clearCodeAttempts, countCodeAttempt } from '../table/code-attempts.ts';
import { callCognito } from './call-cognito.ts';
import { InvalidCode, TooManyAttempts, TooManyCodes } from './errors.ts';
import { hashEmail } from './hash-email.ts';

/**
 * Redeems the emailed code of someone who isn't signed in. The response is the same for every email without this code:
 * Cognito counts wrong codes of existing accounts only, so the attempts are counted here first.
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
    // Cognito counts more attempts than we do only after attempts that bypassed our API. An email without an account gets
    // the same error.
    throw error instanceof TooManyAttempts ? new InvalidCode() : error;
  }

  await clearCodeAttempts(addressHash, purpose).catch((error: Error) => {
    // The code is used up, so the request must not fail. The count expires within an hour.
    logger.warn('Attempts to enter a code not reset', { errorName: error.name });
  });
}
