import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { Unauthenticated } from './errors.ts';

/** Who is calling, as the verified access token says (decision 3). */
export interface Caller {
  /** The token's `sub`. */
  readonly userId: string;
  /** The user pool's own name for the member. */
  readonly username: string;
}

/**
 * Reads the caller out of the claims that API Gateway has verified.
 *
 * @throws Unauthenticated when there are none, or when they are not an access token's.
 */
export function callerOf(event: APIGatewayProxyEventV2WithJWTAuthorizer): Caller {
  const claims = event.requestContext.authorizer?.jwt?.claims;
  const { sub, username, token_use: use } = claims ?? {};
  if (typeof sub !== 'string' || sub === '' || use !== 'access') throw new Unauthenticated();
  return { userId: sub, username: typeof username === 'string' ? username : sub };
}
