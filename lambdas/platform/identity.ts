import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { Unauthenticated } from './errors.ts';

/** The caller, from the verified access token. */
export interface Caller {
  /** The token's `sub`. */
  readonly userId: string;
  /** The member's username in the Cognito user pool. */
  readonly username: string;
  /** When Cognito issued the token (`iat`), in seconds since 1970. A refreshed token has the time of the refresh. */
  readonly issuedAt: number;
}

/** The callers' tokens. They are not part of the caller, so that a logged caller doesn't contain the token. */
const accessTokens = new WeakMap<Caller, string>();

/**
 * Reads the caller from the claims that API Gateway has verified.
 *
 * @throws Unauthenticated if there are no claims, or if the token is not an access token
 */
export function readCaller(event: APIGatewayProxyEventV2WithJWTAuthorizer): Caller {
  const claims = event.requestContext.authorizer?.jwt?.claims;
  const { sub, username, token_use: use, iat } = claims ?? {};
  if (typeof sub !== 'string' || sub === '' || use !== 'access') throw new Unauthenticated();

  // API Gateway passes claims as strings.
  const issuedAt = Number(iat);
  if (!Number.isInteger(issuedAt) || issuedAt <= 0) throw new Unauthenticated();

  const caller = { userId: sub, username: typeof username === 'string' ? username : sub, issuedAt };
  accessTokens.set(caller, event.headers.authorization?.replace(/^Bearer\s+/i, '') ?? '');

  return caller;
}

/** The callers whose session was checked. */
const checkedCallers = new WeakSet<Caller>();

/**
 * Marks that the caller's session was checked: that the token was compared with the profile. Call this only after that
 * comparison, in `lambdas/access/session.ts`.
 */
export function markSessionChecked(caller: Caller): void {
  checkedCallers.add(caller);
}

/** Returns whether the caller's session was checked. */
export function isSessionChecked(caller: Caller): boolean {
  return checkedCallers.has(caller);
}

/** The promises that resolve once the callers' calls are counted. */
const pendingCounts = new WeakMap<Caller, Promise<void>>();

/**
 * Stores the promise that {@link awaitCallCount} waits for, which the session check calls. The endpoint can already
 * read while the call is counted.
 */
export function setPendingCount(caller: Caller, pendingCount: Promise<void>): void {
  // The request awaits this promise later. Until then, its rejection must not end the process.
  pendingCount.catch(() => {});
  pendingCounts.set(caller, pendingCount);
}

/**
 * Waits until the caller's call is counted.
 *
 * @throws TooManyCalls if the call is above the limit
 */
export async function awaitCallCount(caller: Caller): Promise<void> {
  await pendingCounts.get(caller);
}

/**
 * Returns the caller's access token, for Cognito's operations that need it. Never log or store it.
 *
 * @throws Unauthenticated if {@link readCaller} didn't create the caller, or the request had no authorization header
 */
export function accessTokenOf(caller: Caller): string {
  const token = accessTokens.get(caller);
  if (!token) throw new Unauthenticated();
  return token;
}
