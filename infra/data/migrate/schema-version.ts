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

/** The table that a migration changes, with a client that converts plain values. */
export interface MigratedTable {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** Returns the number of the last migration that has run on the whole table, or 0 if no migration has run. */
export async function readSchemaVersion({ client, tableName }: MigratedTable): Promise<number> {
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
export async function recordSchemaVersion({ client, tableName }: MigratedTable, version: number): Promise<void> {
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
  /** The key after which the next page begins: that of the last item read. Absent at the start of a pass. */
  readonly next?: Attributes | undefined;
  readonly done: boolean;
  /** Items in the old shape that this pass has found so far. */
  readonly found: number;
}

/** Identifies one segment of one migration. */
export interface SegmentId {
  /** The number of the migration. */
  readonly migration: number;
  /** The index of the segment, beginning with 0. */
  readonly segment: number;
  /** The number of segments. */
  readonly segments: number;
}

const buildProgressKey = ({ migration, segment, segments }: SegmentId) =>
  jobKey(`migration-${migration}-segment-${segment}-of-${segments}`);

/** Returns the stored progress of a segment, or the progress at its start. */
export async function readProgress({ client, tableName }: MigratedTable, id: SegmentId): Promise<SegmentProgress> {
  const { Item } = await client.send(
    new GetCommand({ TableName: tableName, Key: buildProgressKey(id), ConsistentRead: true }),
  );
  return (Item?.progress as SegmentProgress | undefined) ?? { pass: 1, done: false, found: 0 };
}

export async function saveProgress({ client, tableName }: MigratedTable, id: SegmentId, progress: SegmentProgress) {
  await client.send(new PutCommand({ TableName: tableName, Item: { ...buildProgressKey(id), progress } }));
}

export async function deleteProgress({ client, tableName }: MigratedTable, id: SegmentId): Promise<void> {
  await client.send(new DeleteCommand({ TableName: tableName, Key: buildProgressKey(id) }));
}
