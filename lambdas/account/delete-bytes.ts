import { deleteObjects, listObjects, MAX_OBJECTS_PER_REQUEST } from '../storage/object-store.ts';
import { STORAGE_PURPOSES, type StoragePurpose } from '../storage/storage-key.ts';

/**
 * Deletes all bytes that a member has uploaded. This also ends their signed download links, which can't be revoked.
 *
 * @param timeLeft - returns whether there is time for another request to S3
 * @returns whether everything is deleted
 */
export async function deleteBytes(userId: string, timeLeft: () => boolean): Promise<boolean> {
  const results = await Promise.all(STORAGE_PURPOSES.map((purpose) => deletePurpose(purpose, userId, timeLeft)));
  return !results.includes(false);
}

async function deletePurpose(purpose: StoragePurpose, userId: string, timeLeft: () => boolean): Promise<boolean> {
  let token: string | undefined;
  do {
    if (!timeLeft()) return false;
    const { objects, next } = await listObjects(purpose, { count: MAX_OBJECTS_PER_REQUEST, token, userId });
    const keys = objects.map(({ key }) => key);
    if (keys.length > 0) await deleteObjects(keys, 'account deleted');
    token = next;
  } while (token !== undefined);

  return true;
}
