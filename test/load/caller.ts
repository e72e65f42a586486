import type { Caller } from '../../lambdas/platform/identity.ts';

/** Returns a member as the caller of an endpoint, with an accepted token. */
export function toCaller(userId: string): Caller {
  return { userId, username: userId, issuedAt: 1 };
}
