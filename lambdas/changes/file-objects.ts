import { findDeletionOfFile } from '../table/deletion-evidence.ts';
import type { StoredFile } from '../table/file.ts';
import type { Effect } from './effect.ts';

/**
 * Deletes the object of a deleted file, with its posters and renditions. The call that deleted the file deletes them
 * too, so this effect only completes calls that stopped halfway.
 *
 * The removal of the item is no evidence that a member deleted the file: an operator may have removed it. So this reads
 * the evidence (docs/adr/0053-evidence-for-deletions.md). The purge of an account deletes the objects of all its files.
 */
export const fileObjects: Effect<Pick<StoredFile, 'key' | 'userId'>> = {
  source: 'file',
  isRelevant: (before, after) => before !== undefined && after === undefined,

  run: async (_, file) => {
    if (!file) return;
    const reason = await findDeletionOfFile(file.userId, file.key);
    if (reason !== 'file deleted') return;

    // Loaded on first use, because few changes are deletions of files.
    const { completeFileDeletion } = await import('../storage/derived-objects.ts');
    await completeFileDeletion(file.key, reason);
  },
};
