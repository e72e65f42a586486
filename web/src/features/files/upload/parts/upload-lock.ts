import { listHeldLockNames, withLock } from '../../../../platform/browser/with-lock.ts';

/** The beginning of the names of all locks of uploads. */
const LOCK_PREFIX = 'fathom.upload.';

/** Thrown if another tab of this browser is uploading the same file. */
class UploadBusyError extends Error {
  override readonly name = 'UploadBusyError';
}

/** Returns the lock name for one member's upload of one file. */
export function lockNameFor(
  userId: string,
  { name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>,
) {
  return [LOCK_PREFIX + userId, size, lastModified, name].join('/');
}

/**
 * Runs `work` while holding a lock shared by all tabs, so that two tabs don't send the same file.
 *
 * A browser without locks runs `work` in any case. Two tabs then waste bandwidth, but cause no error.
 *
 * @param message - the text of the error
 * @throws UploadBusyError if another tab holds the lock
 */
export function withUploadLock<T>(lockName: string, message: string, work: () => Promise<T>): Promise<T> {
  return withLock(lockName, { ifAvailable: true }, (mayRun) => {
    if (!mayRun) throw new UploadBusyError(message);
    return work();
  });
}

/** Returns the lock names of all uploads running in any tab. */
export async function listUploadLocks(): Promise<Set<string>> {
  return new Set((await listHeldLockNames()).filter((name) => name.startsWith(LOCK_PREFIX)));
}
