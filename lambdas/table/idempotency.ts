import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { table, tableName } from './client.ts';
import { idempotencyKey } from './keys.ts';
import type { TransactItem } from './transaction.ts';

/** How long an idempotency key is kept, in seconds: one day. */
const RETENTION_SECONDS = DAY_SECONDS;

/** Identifies a request that a client may repeat. */
export interface IdempotencyKey {
  readonly userId: string;
  readonly kind: 'POST' | 'COMMENT' | 'PAYMENT';
  readonly key: string;
}

/**
 * Builds the transaction item that stores the ID of a result under its key. The transaction fails if the key already
 * exists. Callers then read the stored ID with {@link findResult}.
 */
export function buildResultPut({ userId, kind, key }: IdempotencyKey, resultId: string): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...idempotencyKey(userId, kind, key),
        resultId,
        expiresAt: Math.floor(Date.now() / 1000) + RETENTION_SECONDS,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/**
 * Returns the ID created under this key, or undefined if the key is new. Reads consistently, so that it finds a result
 * that was stored just before.
 */
export async function findResult({ userId, kind, key }: IdempotencyKey): Promise<string | undefined> {
  const Key = idempotencyKey(userId, kind, key);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item?.resultId as string | undefined;
}
