import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { setting } from '../platform/config.ts';

/** The document client of the single table, made once per function instance. */
export const table = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }), {
  marshallOptions: { removeUndefinedValues: true },
});

/** A single write that meets somebody else's transaction fails, and succeeds a moment later: the SDK is told to retry. */
table.middlewareStack.add(
  (next) => async (args) => {
    try {
      return await next(args);
    } catch (error) {
      if (error instanceof TransactionConflictException) Object.assign(error, { $retryable: {} });
      throw error;
    }
  },
  { name: 'retryTransactionConflicts', step: 'deserialize', priority: 'high' },
);

/** The table's name. */
export function tableName(): string {
  return setting('TABLE_NAME');
}

/** Partitions per list, and per depth band where lists have them (design §3 "Depth index"). */
export function depthIndexShards(): number {
  return Number(setting('DEPTH_INDEX_SHARDS'));
}
