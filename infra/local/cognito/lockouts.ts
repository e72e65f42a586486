import { AwsError } from '../http/aws-json-server.ts';

/** The number of failures that starts the first lockout. */
const FIRST_LOCKOUT_FAILURES = 5;
const FIRST_LOCKOUT_MS = 1000;
const MAX_LOCKOUT_MS = 15 * 60 * 1000;
/** Failures are reset after this time without an attempt. */
const RESET_AFTER_MS = 15 * 60 * 1000;

interface Failures {
  readonly count: number;
  readonly lastAttempt: number;
  readonly lockedUntil: number;
}

/**
 * Locks users out after wrong passwords and wrong codes.
 *
 * The fifth failure locks for one second, and each further failure for twice as long, up to 15 minutes. The rules are
 * from the developer guide, "Lockout behavior for failed sign-in attempts". Counts are kept in memory, so a restart
 * resets them.
 */
export class Lockouts {
  readonly #now: () => Date;
  readonly #failures = new Map<string, Failures>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /**
   * Rejects an attempt during a lockout. Such attempts don't make the lockout longer.
   *
   * @throws AwsError NotAuthorizedException if the user is locked out
   */
  requireUnlocked(user: string): void {
    const failures = this.#find(user);
    if (!failures) return;

    const now = this.#now().getTime();
    this.#failures.set(user, { ...failures, lastAttempt: now });
    if (failures.lockedUntil > now) throw new AwsError('NotAuthorizedException', 'Password attempts exceeded');
  }

  /** Counts a wrong password or code. */
  countFailure(user: string): void {
    const now = this.#now().getTime();
    const count = (this.#find(user)?.count ?? 0) + 1;
    this.#failures.set(user, { count, lastAttempt: now, lockedUntil: now + lockoutMsAfter(count) });
  }

  /** Resets the failures after a complete sign-in. */
  clear(user: string): void {
    this.#failures.delete(user);
  }

  #find(user: string): Failures | undefined {
    const failures = this.#failures.get(user);
    if (!failures) return undefined;

    const isRecent = failures.lastAttempt + RESET_AFTER_MS > this.#now().getTime();
    return isRecent ? failures : undefined;
  }
}

function lockoutMsAfter(failureCount: number): number {
  if (failureCount < FIRST_LOCKOUT_FAILURES) return 0;
  return Math.min(FIRST_LOCKOUT_MS * 2 ** (failureCount - FIRST_LOCKOUT_FAILURES), MAX_LOCKOUT_MS);
}
