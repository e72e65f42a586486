import type { DeletionReason } from '../platform/deletion-reason.ts';
import { sortPrefix } from './item-types.ts';
import { profileKey } from './keys.ts';
import { getLedgerEntries } from './ledger.ts';
import { readPartition } from './partition.ts';
import { getMember, isDeleted } from './profile.ts';
import { unseal } from './sealed.ts';

/**
 * Returns why a file without an item was deleted, or undefined if there is no evidence of a deletion. The evidence is
 * its owner's tombstone, or the entry `removal` that every deletion of a file writes. Strongly consistent.
 *
 * @param key - the file's storage key
 */
export async function findDeletionOfFile(userId: string, key: string): Promise<DeletionReason | undefined> {
  if (isDeleted(unseal(await getMember(userId, { consistent: true })))) return 'account deleted';
  const [removal] = await getLedgerEntries(userId, [{ source: 'removal', sourceId: key }]);
  return removal && 'file deleted';
}

/**
 * Returns why a file was deleted, like {@link findDeletionOfFile}. For the file's renditions, whose keys contain only
 * the start of its storage key.
 *
 * @param keyPrefix - the start of the file's storage key, up to the file's name
 */
export async function findDeletionByPrefix(userId: string, keyPrefix: string): Promise<DeletionReason | undefined> {
  if (isDeleted(unseal(await getMember(userId, { consistent: true })))) return 'account deleted';
  const { rows } = await readPartition({
    pk: profileKey(userId).pk,
    prefix: `${sortPrefix('ledgerEntry')}removal#${keyPrefix}`,
    limit: 1,
    consistent: true,
    from: {},
  });
  return rows.length > 0 ? 'file deleted' : undefined;
}
