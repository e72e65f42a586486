import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { LedgerPayment } from '../../shared/contract/ledger.ts';
import { table, tableName } from './client.ts';
import type { DepthPosition } from './depth-query.ts';
import { type ItemKey, type MemberRowType, sortPrefix } from './item-types.ts';
import { profileKey } from './keys.ts';
import { readPartition } from './partition.ts';

/** A row of a member's partition. */
export interface MemberRow extends ItemKey {
  /** Purchased centimetres, if the row is a ledger entry; negative for a reversal. */
  readonly purchasedCm?: number;
  /** The payment, if the row is a ledger entry of a payment or of its reversal. */
  readonly payment?: LedgerPayment;
}

/** Reads one page of a member's rows of one type, strongly consistent. */
export async function readMemberRows(
  userId: string,
  type: MemberRowType,
  limit: number,
  from?: DepthPosition,
): Promise<{ rows: MemberRow[]; next: DepthPosition | null }> {
  return readPartition({ pk: profileKey(userId).pk, prefix: sortPrefix(type), limit, consistent: true, from });
}

/** Deletes a row of a member's partition that has no counterpart in another partition. */
export async function deleteMemberRow({ pk, sk }: ItemKey): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
}
