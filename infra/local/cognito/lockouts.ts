import { AwsError } from '../http/aws-json-server.ts';

const FREE_FAILURES = 5;
const MAX_LOCKOUT_MS = 15 * 60 * 1000;
/** Without an attempt for this time, the failures are forgotten. */
const RESET_AFTER_MS = 15 * 60 * 1000;

interface Failures {
  readonly count: number;
  readonly lastAttempt: number;
  readonly lockedUntil: number;
}

/**
 * Locks users out after wrong passwords and wrong codes: one second after the fifth failure, and twice as long after
 * each further one, up to 15 minutes. The rules are from the developer guide, "Lockout behavior for failed sign-in
 * attempts". Counts are kept in memory, so a restart resets them.
 */
export class Lockouts {
  readonly #now: () => Date;
  readonly #failures = new Map<string, Failures>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /**
   * Attempts during a lockout don't make it longer.
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
    const lockoutMs = count < FREE_FAILURES ? 0 : Math.min(1000 * 2 ** (count - FREE_FAILURES), MAX_LOCKOUT_MS);
    this.#failures.set(user, { count, lastAttempt: now, lockedUntil: now + lockoutMs });
  }

  /** Forgets the failures after a complete sign-in. */
  clear(user: string): void {
    this.#failures.delete(user);
  }

  #find(user: string): Failures | undefined {
    const failures = this.#failures.get(user);
    return failures && failures.lastAttempt + RESET_AFTER_MS > this.#now().getTime() ? failures : undefined;
  }
}
