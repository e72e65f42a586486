import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import type { DepthPosition } from './depth-index.ts';
import { type ItemKey, profileKey } from './keys.ts';
import { readPartition } from './partition.ts';

/** A row of a member's own partition. */
export interface OwnRow extends ItemKey {
  /** Of a ledger entry: the centimetres bought, or refunded. */
  readonly purchasedCm?: number;
}

/** One page of a member's rows of one kind, read consistently. */
export async function readOwnRows(
  userId: string,
  prefix: string,
  limit: number,
  from?: DepthPosition,
): Promise<{ rows: OwnRow[]; next: DepthPosition | null }> {
  return readPartition({ pk: profileKey(userId).pk, prefix, limit, consistent: true, from });
}

/** Deletes a row that nobody else has a part of. */
export async function deleteOwnRow({ pk, sk }: ItemKey): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
}
