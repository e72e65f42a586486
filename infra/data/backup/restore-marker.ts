import { BatchGetItemCommand, DeleteItemCommand, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { jobKey } from '../../../lambdas/table/keys.ts';
import { RESTORE_JOB } from '../../../lambdas/table/restore-marker.ts';

const { pk, sk } = jobKey(RESTORE_JOB);

/** The key of the mark: an item that jobs read before they delete or debit. */
const Key = { pk: { S: pk }, sk: { S: sk } };

/** Marks a table as being restored. Jobs that delete or debit do nothing until {@link endRestore}. */
export async function beginRestore(client: DynamoDBClient, TableName: string): Promise<void> {
  const progress = { M: { startedAt: { S: new Date().toISOString() } } };
  await client.send(new PutItemCommand({ TableName, Item: { ...Key, progress } }));
}

/** Returns whether a table is marked as being restored. */
export async function isBeingRestored(client: DynamoDBClient, tableName: string): Promise<boolean> {
  const request = { [tableName]: { Keys: [Key], ConsistentRead: true } };
  const { Responses } = await client.send(new BatchGetItemCommand({ RequestItems: request }));
  return (Responses?.[tableName] ?? []).length > 0;
}

/** Removes the mark, so that the jobs run again. Call it after the table and its bucket were verified. */
export async function endRestore(client: DynamoDBClient, TableName: string): Promise<void> {
  await client.send(new DeleteItemCommand({ TableName, Key }));
}
