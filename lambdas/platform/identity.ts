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

const checkedCallers = new WeakSet<Caller>();

/**
 * Marks that a request has compared its caller's token with their profile. Only `lambdas/access/session.ts` calls it.
 */
export function markSessionChecked(caller: Caller): void {
  checkedCallers.add(caller);
}

/** Returns whether a request has compared its caller's token with their profile. */
export function isSessionChecked(caller: Caller): boolean {
  return checkedCallers.has(caller);
}

const pendingCounts = new WeakMap<Caller, Promise<void>>();

/** Makes the check of the caller's session wait until the call is counted. Reads can start before. */
export function setPendingCount(caller: Caller, counted: Promise<void>): void {
  // The request awaits this promise later. Until then, its rejection must not end the process.
  counted.catch(() => {});
  pendingCounts.set(caller, counted);
}

/** Resolves once the caller's call is counted; rejects if it is above the limit. */
export async function callCounted(caller: Caller): Promise<void> {
  await pendingCounts.get(caller);
}

/** The callers' tokens. They are not part of the caller, so that a logged caller doesn't contain the token. */
const accessTokens = new WeakMap<Caller, string>();

/**
 * Returns the caller's access token, for Cognito's operations that need it. Never log or store it.
 *
 * @throws Unauthenticated if {@link readCaller} didn't create the caller
 */
export function accessTokenOf(caller: Caller): string {
  const token = accessTokens.get(caller);
  if (!token) throw new Unauthenticated();
  return token;
}
