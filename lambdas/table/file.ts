import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { bandOf } from '../../shared/depth/bands.ts';
import type { Micrometres } from '../../shared/depth/depth.ts';
import { batchGet } from './batch-get.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import { depthAndTime, fileKey, listPartition, shardOf } from './keys.ts';
import type { TransactItem } from './transaction.ts';

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

/** Files by storage key; what does not exist is absent. */
export async function getFiles(keys: readonly string[]): Promise<Map<string, StoredFile>> {
  const files = await batchGet<StoredFile>(keys.map(fileKey));
  return new Map(files.map((file) => [file.key, file]));
}

/** Stores a file that is not there yet. */
export function putFile(file: StoredFile): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...fileKey(file.key),
        ...file,
        list: listPartition('FILE', bandOf(file.depth), shardOf(file.key, depthIndexShards())),
        depthOrder: depthAndTime(file.depth, file.uploadedAt),
        textOrder: file.uploadedAt,
        numberOrder: file.size,
        owner: fileOwner(file.userId),
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

/** Who looks, and from where. */
export interface Viewer {
  readonly userId: string;
  readonly depth: Micrometres;
}

/** The `owner` of a member's files in the index of what each member published. */
export function fileOwner(userId: string): string {
  return `FILE#${userId}`;
}

/**
 * Counts a view of a file that the viewer may see.
 *
 * @returns the file, or undefined when it does not exist or lies above the viewer
 */
export async function countView(key: string, viewer: Viewer): Promise<StoredFile | undefined> {
  try {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: fileKey(key),
        UpdateExpression: 'ADD #views :one',
        ConditionExpression: VISIBLE.expression,
        ExpressionAttributeNames: { '#views': 'views', ...VISIBLE.names },
        ExpressionAttributeValues: { ':one': 1, ...VISIBLE.values(viewer) },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Attributes as StoredFile;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Changes a file's count of likes, where the viewer may see the file. */
export function countLike(key: string, viewer: Viewer, by: 1 | -1): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: fileKey(key),
      UpdateExpression: 'ADD likeCount :by',
      ConditionExpression: VISIBLE.expression,
      ExpressionAttributeNames: VISIBLE.names,
      ExpressionAttributeValues: { ':by': by, ...VISIBLE.values(viewer) },
    },
  };
}

/** The rule of specification §6, as a condition on the write: content at or below one's depth, and one's own. */
const VISIBLE = {
  expression: 'attribute_exists(pk) AND (#depth <= :depth OR userId = :viewer)',
  names: { '#depth': 'depth' },
  values: ({ depth, userId }: Viewer) => ({ ':depth': depth, ':viewer': userId }),
};

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
