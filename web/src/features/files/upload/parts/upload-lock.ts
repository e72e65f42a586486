const PREFIX = 'fathom.upload.';

/** An upload is under way in another tab of this browser. */
class UploadBusy extends Error {
  override readonly name = 'UploadBusy';
}

/** The name under which one member's upload of one file is locked. */
export function lockOf(userId: string, { name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>) {
  return [PREFIX + userId, size, lastModified, name].join('/');
}

/**
 * Does something while no other tab sends the same file. Browsers without locks do it at once: two tabs that send the
 * same parts do twice the work, and no harm.
 *
 * @throws UploadBusy when another tab is at it
 */
export async function whileNobodyElse<T>(lockName: string, message: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(lockName, { ifAvailable: true }, (lock) => {
    if (!lock) throw new UploadBusy(message);
    return work();
  });
}

/** The locks of the uploads that are under way in any tab. */
export async function heldLocks(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? name : [])));
}
