import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { itemKey } from '../../../lambdas/table/item-types.ts';
import { jobKey } from '../../../lambdas/table/keys.ts';
import type { Attributes } from './migration.ts';

/** A table, through a client that converts plain values. */
export interface Target {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** Returns the number of the last migration that has run on the whole table, or 0 if no migration has run. */
export async function readSchemaVersion({ client, tableName }: Target): Promise<number> {
  const { Item } = await client.send(
    new GetCommand({ TableName: tableName, Key: itemKey('schemaVersion'), ConsistentRead: true }),
  );
  return Number(Item?.version ?? 0);
}

/**
 * Records that a migration has run on the whole table.
 *
 * @throws ConditionalCheckFailedException if another run has changed the version
 */
export async function recordSchemaVersion({ client, tableName }: Target, version: number): Promise<void> {
  const previousVersion = version - 1;

  await client.send(
    new UpdateCommand({
      TableName: tableName,
      Key: itemKey('schemaVersion'),
      UpdateExpression: 'SET version = :version, migratedAt = :now',
      ConditionExpression: previousVersion === 0 ? 'attribute_not_exists(pk)' : 'version = :previous',
      ExpressionAttributeValues: {
        ':version': version,
        ':now': new Date().toISOString(),
        ...(previousVersion > 0 && { ':previous': previousVersion }),
      },
    }),
  );
}

/** The progress of one segment of a migration. */
export interface SegmentProgress {
  /** The pass over the table, beginning with 1. */
  readonly pass: number;
  /** The key of the last item that was read. Absent at the start of a pass. */
  readonly next?: Attributes | undefined;
  readonly done: boolean;
  /** Items in the old shape that this pass has found so far. */
  readonly found: number;
}

/** Identifies one segment of one migration. */
export interface SegmentId {
  readonly number: number;
  readonly segment: number;
  readonly segments: number;
}

const buildProgressKey = ({ number, segment, segments }: SegmentId) =>
  jobKey(`migration-${number}-segment-${segment}-of-${segments}`);

/** Returns the stored progress of a segment, or the progress at its start. */
export async function readProgress({ client, tableName }: Target, id: SegmentId): Promise<SegmentProgress> {
  const { Item } = await client.send(
    new GetCommand({ TableName: tableName, Key: buildProgressKey(id), ConsistentRead: true }),
  );
  return (Item?.progress as SegmentProgress | undefined) ?? { pass: 1, done: false, found: 0 };
}

export async function saveProgress({ client, tableName }: Target, id: SegmentId, progress: SegmentProgress) {
  await client.send(new PutCommand({ TableName: tableName, Item: { ...buildProgressKey(id), progress } }));
}

export async function deleteProgress({ client, tableName }: Target, id: SegmentId): Promise<void> {
  await client.send(new DeleteCommand({ TableName: tableName, Key: buildProgressKey(id) }));
}
