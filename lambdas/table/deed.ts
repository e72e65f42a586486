import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { deedKey } from './keys.ts';
import type { TransactItem } from './transaction.ts';

/** How long an idempotency key is remembered, in seconds: a day. */
const REMEMBERED_SECONDS = 86_400;

/** Something done under an idempotency key of its client. */
export interface Deed {
  readonly userId: string;
  readonly kind: 'POST' | 'COMMENT';
  readonly idempotencyKey: string;
}

/** Remembers what a deed made, in the transaction that makes it; its condition fails when it was done before. */
export function rememberDeed({ userId, kind, idempotencyKey }: Deed, madeId: string): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...deedKey(userId, kind, idempotencyKey),
        madeId,
        expiresAt: Math.floor(Date.now() / 1000) + REMEMBERED_SECONDS,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** The id of what a deed has made, if it was done. */
export async function madeBy({ userId, kind, idempotencyKey }: Deed): Promise<string | undefined> {
  const Key = deedKey(userId, kind, idempotencyKey);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item?.madeId as string | undefined;
}
