import { tableName } from './client.ts';
import { type ItemKey, sortPrefix } from './item-types.ts';
import { heldCopyKey, profileKey } from './keys.ts';
import { readPartition } from './partition.ts';
import type { TransactItem } from './transaction.ts';

/** Returns whether a member has a file with these bytes, by S3's checksum. Strongly consistent. */
export async function holdsCopy(userId: string, checksum: string): Promise<boolean> {
  const { rows } = await readPartition<ItemKey>({
    pk: profileKey(userId).pk,
    prefix: `${sortPrefix('heldCopy')}${checksum}#`,
    limit: 1,
    consistent: true,
  });
  return rows.length > 0;
}

/** Identifies a copy: its owner, the checksum of its bytes, and its storage key. */
interface HeldCopy {
  readonly userId: string;
  readonly checksum: string;
  readonly key: string;
}

/** Builds the transaction item that records a copy. */
export function addCopy({ userId, checksum, key }: HeldCopy): TransactItem {
  return { Put: { TableName: tableName(), Item: { ...heldCopyKey(userId, checksum, key), checksum } } };
}

/** Builds the transaction item that removes a copy. */
export function removeCopy({ userId, checksum, key }: HeldCopy): TransactItem {
  return { Delete: { TableName: tableName(), Key: heldCopyKey(userId, checksum, key) } };
}
