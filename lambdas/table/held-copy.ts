/*
 * The copies that a member holds: one item for each file and each checksum of its current or uploaded bytes. They show
 * whether a new file earns depth. See file-credit.ts.
 */
import { tableName } from './client.ts';
import type { DepthPosition } from './depth-query.ts';
import { getFileItem, type StoredFile } from './file.ts';
import { type ItemKey, itemKey, sortIdOf, sortPrefix } from './item-types.ts';
import { heldCopyKey, profileKey } from './keys.ts';
import { readPartition } from './partition.ts';
import { unseal } from './sealed.ts';
import type { TransactItem } from './transaction.ts';

/** Number of copies whose files are read concurrently. */
const PAGE_SIZE = 10;

/** Returns whether a member has a file that has or had these bytes, by S3's checksum. Strongly consistent. */
export async function holdsCopy(userId: string, checksum: string): Promise<boolean> {
  return (await readCopies(userId, checksum, { limit: 1 })).rows.length > 0;
}

/** Returns whether `matches` accepts one of the member's files that have or had these bytes. Strongly consistent. */
export async function someCopy(
  userId: string,
  checksum: string,
  matches: (file: StoredFile) => boolean,
): Promise<boolean> {
  let from: DepthPosition | null = {};
  while (from) {
    const page: Awaited<ReturnType<typeof readCopies>> = await readCopies(userId, checksum, { limit: PAGE_SIZE, from });
    const files = await Promise.all(page.rows.map((row) => getFileItem(fileKeyOf(row)).then(unseal)));
    if (files.some((file) => file !== undefined && matches(file))) return true;

    from = page.next;
  }

  return false;
}

function readCopies(userId: string, checksum: string, page: { readonly limit: number; readonly from?: DepthPosition }) {
  const prefix = `${sortPrefix('heldCopy')}${checksum}#`;
  return readPartition<ItemKey>({ pk: profileKey(userId).pk, prefix, consistent: true, ...page });
}

/** Returns the key of a copy's file. */
export function fileKeyOf(copy: Pick<ItemKey, 'sk'>): ItemKey {
  const fileId = sortIdOf('heldCopy', copy).split('#').at(-1);
  return itemKey('file', fileId);
}

/** Identifies a copy: its owner, the checksum of the current or uploaded bytes, and the file's storage key. */
interface HeldCopy {
  readonly userId: string;
  readonly checksum: string;
  readonly key: string;
}

/** Builds the transaction item that records a copy. */
export function buildCopyPut({ userId, checksum, key }: HeldCopy): TransactItem {
  return { Put: { TableName: tableName(), Item: { ...heldCopyKey(userId, checksum, key), checksum } } };
}

/** Builds the transaction item that removes a copy. */
export function buildCopyDelete({ userId, checksum, key }: HeldCopy): TransactItem {
  return { Delete: { TableName: tableName(), Key: heldCopyKey(userId, checksum, key) } };
}
