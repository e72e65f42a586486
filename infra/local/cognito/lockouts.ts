import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { AwsError } from '../http/aws-json-server.ts';

/** The number of failures that starts the first lockout. */
const FIRST_LOCKOUT_FAILURES = 5;

/** The length of the first lockout, in milliseconds. */
const FIRST_LOCKOUT_MS = 1000;

/** Maximum length of a lockout, in milliseconds. */
const MAX_LOCKOUT_MS = 15 * MINUTE_MS;

/** Failures are reset after this time without an attempt, in milliseconds. */
const RESET_AFTER_MS = 15 * MINUTE_MS;

interface Failures {
  readonly count: number;
  readonly lastAttemptAt: number;
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
   * @param lockoutKey - the user's ID, or the email if no user has it
   * @throws AwsError NotAuthorizedException if the user is locked out
   */
  requireUnlocked(lockoutKey: string): void {
    const failures = this.#find(lockoutKey);
    if (!failures) return;

    const now = this.#now().getTime();
    this.#failures.set(lockoutKey, { ...failures, lastAttemptAt: now });
    if (failures.lockedUntil > now) throw new AwsError('NotAuthorizedException', 'Password attempts exceeded');
  }

  /** Counts a wrong password or code. */
  countFailure(lockoutKey: string): void {
    const now = this.#now().getTime();
    const count = (this.#find(lockoutKey)?.count ?? 0) + 1;
    this.#failures.set(lockoutKey, { count, lastAttemptAt: now, lockedUntil: now + computeLockoutMs(count) });
  }

  /** Resets the failures after a complete sign-in. */
  clear(lockoutKey: string): void {
    this.#failures.delete(lockoutKey);
  }

  #find(lockoutKey: string): Failures | undefined {
    const failures = this.#failures.get(lockoutKey);
    if (!failures) return undefined;

    const isRecent = failures.lastAttemptAt + RESET_AFTER_MS > this.#now().getTime();
    return isRecent ? failures : undefined;
  }
}

function computeLockoutMs(failureCount: number): number {
  if (failureCount < FIRST_LOCKOUT_FAILURES) return 0;
  return Math.min(FIRST_LOCKOUT_MS * 2 ** (failureCount - FIRST_LOCKOUT_FAILURES), MAX_LOCKOUT_MS);
}
