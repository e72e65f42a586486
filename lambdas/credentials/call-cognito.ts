import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { ApiError } from '../platform/errors.ts';
import { mapCognitoError } from './cognito-errors.ts';

const client = new CognitoIdentityProviderClient({});

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
