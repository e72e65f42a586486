import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Micrometres } from '../../shared/depth/depth.ts';
import { batchGet } from './batch-get.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import { type ItemKey, itemKey, partitionIdOf } from './item-types.ts';
import { depthAndTime, fileKey, listsOf, ownerOf } from './keys.ts';
import type { TransactItem } from './transaction.ts';
import { VISIBLE, type Viewer, type Visible } from './visible.ts';

/** A member's file as it is stored. */
export interface StoredFile {
  /** The storage key. */
  readonly key: string;
  readonly userId: string;
  readonly fileName: string;
  readonly contentType: string;
  /** Bytes, as the store counts them. */
  readonly size: number;
  /** What the store says of the bytes; it changes when they do. */
  readonly etag: string;
  /** When it was recorded, ISO 8601: the store's own time knows no fractions of a second to sort by. */
  readonly uploadedAt: string;
  readonly description: string;
  /** The uploader's depth when publishing (decision 16): before this file raised it. */
  readonly depth: Micrometres;
  readonly likeCount: number;
  readonly views: number;
  /** Counts how often the bytes were replaced. */
  readonly revision: number;
}

/** One file, read consistently, or undefined. */
export async function getFile(key: string): Promise<StoredFile | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: fileKey(key), ConsistentRead: true }),
  );
  return Item as StoredFile | undefined;
}

/** Files by partition key; what does not exist is absent. */
export async function getFiles(keys: readonly Pick<ItemKey, 'pk'>[]): Promise<Map<string, StoredFile>> {
  const files = await batchGet<StoredFile & ItemKey>(keys.map(({ pk }) => itemKey('file', partitionIdOf({ pk }))));
  return new Map(files.map((file) => [file.pk, file]));
}

/** Stores a file that is not there yet. */
export function putFile(file: StoredFile): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...fileKey(file.key),
        ...file,
        ...listsOf('FILE', file.key, file.depth, depthIndexShards()),
        depthOrder: depthAndTime(file.depth, file.uploadedAt),
        textOrder: file.uploadedAt,
        numberOrder: file.size,
        owner: ownerOf('FILE', file.userId),
        searchText: file.fileName.toLowerCase(),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Notes that a file's bytes were replaced, unless somebody has noted it already. */
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

/** Removes a file's item, if it is there. */
export function deleteFile(key: string): TransactItem {
  return {
    Delete: { TableName: tableName(), Key: fileKey(key), ConditionExpression: 'attribute_exists(pk)' },
  };
}

/**
 * Counts one view of a file.
 *
 * @returns the number of views, or undefined if the file is gone or above the viewer
 */
export async function countView({ key }: Visible<StoredFile>, viewer: Viewer): Promise<number | undefined> {
  try {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: fileKey(key),
        UpdateExpression: 'ADD #views :one',
        ConditionExpression: VISIBLE.expression,
        ExpressionAttributeNames: { '#views': 'views', ...VISIBLE.names },
        ExpressionAttributeValues: { ':one': 1, ...VISIBLE.values(viewer) },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return Number(Attributes?.views);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Sets a file's description. A file that is gone stays gone. */
export async function describeFile(key: string, description: string): Promise<void> {
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

/** Removes a file's item whose uploader has left: there is no depth any more to take its metres from. */
export async function purgeFile(key: string): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: fileKey(key) }));
}
