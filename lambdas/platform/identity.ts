import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { Unauthenticated } from './errors.ts';

/** The caller, from the verified access token. */
export interface Caller {
  /** The token's `sub`. */
  readonly userId: string;
  /** The member's username in the Cognito user pool. */
  readonly username: string;
}

/**
 * Reads the caller from the claims that API Gateway has verified.
 *
 * @throws Unauthenticated if there are no claims, or if the token is not an access token
 */
export function readCaller(event: APIGatewayProxyEventV2WithJWTAuthorizer): Caller {
  const claims = event.requestContext.authorizer?.jwt?.claims;
  const { sub, username, token_use: use } = claims ?? {};
  if (typeof sub !== 'string' || sub === '' || use !== 'access') throw new Unauthenticated();
  return { userId: sub, username: typeof username === 'string' ? username : sub };
}
