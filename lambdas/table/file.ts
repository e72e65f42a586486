import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Micrometres } from '../../shared/depth/depth.ts';
import { batchGet } from './batch-get.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import { type ItemKey, itemKey, partitionIdOf } from './item-types.ts';
import { depthAndTime, fileKey, listAttributes, ownerPartition } from './keys.ts';
import type { TransactItem } from './transaction.ts';
import { VISIBLE_CONDITION, type Viewer, type Visible } from './visible.ts';

/** A member's file as it is stored. */
export interface StoredFile {
  /** The storage key. */
  readonly key: string;
  readonly userId: string;
  readonly fileName: string;
  readonly contentType: string;
  /** Bytes, as reported by S3. */
  readonly size: number;
  /** S3's entity tag; it changes when the bytes change. */
  readonly etag: string;
  /** When the upload was recorded, ISO 8601. S3's own time lacks milliseconds, which the sort order needs. */
  readonly uploadedAt: string;
  readonly description: string;
  /** The uploader's depth at publication, before this file raised it. See docs/product.md#depth. */
  readonly depth: Micrometres;
  readonly likeCount: number;
  readonly views: number;
  /** Counts how often the bytes were replaced. */
  readonly revision: number;
}

/** Returns a file, or undefined. Strongly consistent. */
export async function getFile(key: string): Promise<StoredFile | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: fileKey(key), ConsistentRead: true }),
  );
  return Item as StoredFile | undefined;
}

/** Returns files by partition key; missing files are omitted. */
export async function getFiles(keys: readonly Pick<ItemKey, 'pk'>[]): Promise<Map<string, StoredFile>> {
  const files = await batchGet<StoredFile & ItemKey>(keys.map(({ pk }) => itemKey('file', partitionIdOf({ pk }))));
  return new Map(files.map((file) => [file.pk, file]));
}

/** Builds the transaction item that creates a file. */
export function putFile(file: StoredFile): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...fileKey(file.key),
        ...file,
        ...fileIndexAttributes(file),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Returns the attributes of a file that the indexes use. */
export function fileIndexAttributes(file: StoredFile, shards = depthIndexShards()) {
  return {
    ...listAttributes('FILE', file.key, file.depth, shards),
    depthOrder: depthAndTime(file.depth, file.uploadedAt),
    textOrder: file.uploadedAt,
    numberOrder: file.size,
    owner: ownerPartition('FILE', file.userId),
    searchText: file.fileName.toLowerCase(),
  };
}

/** Builds the transaction item that updates a file whose bytes were replaced. Fails if the revision has changed. */
export function replaceFile(file: StoredFile, bytes: Pick<StoredFile, 'size' | 'contentType' | 'etag'>): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: fileKey(file.key),
      UpdateExpression:
        'SET #size = :size, numberOrder = :size, contentType = :contentType, etag = :etag, revision = :revision',
      ConditionExpression: 'revision = :before',
      ExpressionAttributeNames: { '#size': 'size' },
      ExpressionAttributeValues: {
        ':size': bytes.size,
        ':contentType': bytes.contentType,
        ':etag': bytes.etag,
        ':revision': file.revision + 1,
        ':before': file.revision,
      },
    },
  };
}

/** Builds the transaction item that deletes a file. Fails if the file doesn't exist or its revision has changed. */
export function deleteFile({ key, revision }: Pick<StoredFile, 'key' | 'revision'>): TransactItem {
  return {
    Delete: {
      TableName: tableName(),
      Key: fileKey(key),
      ConditionExpression: 'revision = :before',
      ExpressionAttributeValues: { ':before': revision },
    },
  };
}

/**
 * Counts one view of a file.
 *
 * @returns the number of views, or undefined if the file doesn't exist or is above the viewer
 */
export async function countView({ key }: Visible<StoredFile>, viewer: Viewer): Promise<number | undefined> {
  try {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: fileKey(key),
        UpdateExpression: 'ADD #views :one',
        ConditionExpression: VISIBLE_CONDITION.expression,
        ExpressionAttributeNames: { '#views': 'views', ...VISIBLE_CONDITION.names },
        ExpressionAttributeValues: { ':one': 1, ...VISIBLE_CONDITION.values(viewer) },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return Number(Attributes?.views);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Sets a file's description. Does nothing if the file doesn't exist. */
export async function setDescription(key: string, description: string): Promise<void> {
  try {
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: fileKey(key),
        UpdateExpression: 'SET description = :description',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':description': description },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** Deletes the file of a deleted account, without a change of depth. */
export async function purgeFile(key: string): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: fileKey(key) }));
}
