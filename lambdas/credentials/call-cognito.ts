import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { StandardRetryStrategy } from '@smithy/core/retry';
import type { ApiError } from '../platform/errors.ts';
import { isLoadOrContention } from '../platform/transient-errors.ts';
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

/** Errors of calls whose last attempt Cognito rejected because of load, but not all earlier ones. */
const errorsAfterUnknownEffect = new WeakSet<Error>();

/** Observes each attempt, because the SDK throws only the error of the last one. */
client.middlewareStack.add(
  (next, context) => async (args) => {
    try {
      return await next(args);
    } catch (error) {
      if (!isLoadOrContention(error)) context.isEffectUnknown = true;
      else if (context.isEffectUnknown) errorsAfterUnknownEffect.add(error as Error);
      throw error;
    }
  },
  { name: 'observeAttempts', step: 'deserialize', priority: 'high' },
);

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

/**
 * Returns whether a failed call had no effect, because Cognito rejected all of its attempts because of load. After a
 * timeout or a failure of Cognito, an attempt may have taken effect.
 */
export function isWithoutEffect(error: unknown): boolean {
  return isLoadOrContention(error) && !errorsAfterUnknownEffect.has(error as Error);
}
