/**
 * Runs work while holding a lock that all tabs share. Runs it without the lock in browsers that have no locks, or that
 * refuse them: Chromium refuses locks when it forbids storage.
 *
 * @param work - receives false only with `ifAvailable`, if another tab holds the lock; otherwise true
 * @throws AbortError if `signal` aborts before the lock is free; otherwise only errors of `work`
 */
export async function withLock<T>(
  name: string,
  options: LockOptions,
  work: (mayRun: boolean) => T | Promise<T>,
): Promise<T> {
  // Browsers have locks on secure origins only.
  if (!navigator.locks) return work(true);

  let hasWorkStarted = false;
  try {
    return await navigator.locks.request(name, options, (lock) => {
      hasWorkStarted = true;
      return work(lock !== null);
    });
  } catch (error) {
    if (hasWorkStarted || options.signal?.aborted) throw error;
    // The browser has refused the lock itself.
    return work(true);
  }
}

/** Returns the names of all locks that any tab holds. Empty if the browser has no locks, or forbids them. */
export async function listHeldLockNames(): Promise<string[]> {
  if (!navigator.locks) return [];

  try {
    const { held = [] } = await navigator.locks.query();
    return held.flatMap(({ name }) => name ?? []);
  } catch {
    return [];
  }
}
