import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { StandardRetryStrategy } from '@smithy/core/retry';
import type { ApiError } from '../platform/errors.ts';
import { mapCognitoError } from './cognito-errors.ts';
import { TooManyAttempts } from './errors.ts';

/** Maximum attempts of a call, including the first. The SDK's default. */
const MAX_ATTEMPTS = 3;

/**
 * The SDK's retries, except after a refusal because of too many attempts. The SDK treats Cognito's
 * `LimitExceededException` as load. But the refusal is final, and the waits between its retries would show that the
 * email has an account.
 */
class CognitoRetryStrategy extends StandardRetryStrategy {
  override async refreshRetryTokenForRetry(
    ...[token, errorInfo]: Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>
  ): ReturnType<StandardRetryStrategy['refreshRetryTokenForRetry']> {
    const isRefusal = mapCognitoError(errorInfo.error, new TooManyAttempts()) instanceof TooManyAttempts;
    return super.refreshRetryTokenForRetry(token, isRefusal ? { ...errorInfo, errorType: 'CLIENT_ERROR' } : errorInfo);
  }
}

const client = new CognitoIdentityProviderClient({ retryStrategy: new CognitoRetryStrategy(MAX_ATTEMPTS) });

/**
 * Calls the user pool.
 *
 * @param refusal - the error if Cognito refuses the call's password, code, or token
 * @throws the errors of {@link mapCognitoError}
 */
export async function callCognito<T>(
  call: (client: CognitoIdentityProviderClient) => Promise<T>,
  refusal: ApiError,
): Promise<T> {
  try {
    return await call(client);
  } catch (error) {
    throw mapCognitoError(error, refusal);
  }
}
