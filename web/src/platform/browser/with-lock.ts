/**
 * Runs work while holding a lock that all tabs share. Runs it without the lock in browsers that have no locks, or that
 * forbid them: Chromium forbids locks together with storage.
 *
 * @param work - receives whether it may run: false only with `ifAvailable`, if another tab holds the lock
 * @throws AbortError if `signal` aborts before the lock is free; errors of `work`
 */
export async function withLock<T>(
  name: string,
  options: LockOptions,
  work: (isHeld: boolean) => T | Promise<T>,
): Promise<T> {
  // Browsers have locks on secure origins only.
  if (!navigator.locks) return work(true);

  let hasStarted = false;
  try {
    return await navigator.locks.request(name, options, (lock) => {
      hasStarted = true;
      return work(lock !== null);
    });
  } catch (error) {
    if (hasStarted || options.signal?.aborted) throw error;
    return work(true);
  }
}

/** Returns the names of all locks that any tab holds. Empty if the browser has no locks, or forbids them. */
export async function heldLockNames(): Promise<string[]> {
  if (!navigator.locks) return [];

  try {
    const { held = [] } = await navigator.locks.query();
    return held.flatMap(({ name }) => name ?? []);
  } catch {
    return [];
  }
}
