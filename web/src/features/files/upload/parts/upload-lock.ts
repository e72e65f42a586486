const PREFIX = 'fathom.upload.';

/** Another tab of this browser is uploading the same file. */
class UploadBusyError extends Error {
  override readonly name = 'UploadBusyError';
}

/** Returns the lock name for one member's upload of one file. */
export function lockNameFor(
  userId: string,
  { name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>,
) {
  return [PREFIX + userId, size, lastModified, name].join('/');
}

/**
 * Runs `work` while holding a lock shared by all tabs. Browsers without the Web Locks API run it without a lock: two tabs
 * that send the same parts waste bandwidth, but cause no error.
 *
 * @throws UploadBusyError if another tab holds the lock
 */
export async function withUploadLock<T>(lockName: string, message: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(lockName, { ifAvailable: true }, (lock) => {
    if (!lock) throw new UploadBusyError(message);
    return work();
  });
}

/** Returns the lock names of all uploads running in any tab. */
export async function heldLocks(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? name : [])));
}
