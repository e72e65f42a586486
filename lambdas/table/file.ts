import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Micrometres } from '../../shared/rules/depth.ts';
import type { PREVIEW_PIXELS, THUMBNAIL_PIXELS } from '../../shared/rules/limits.ts';
import { batchGet } from './batch-get.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import { attemptWrite } from './conditional-write.ts';
import { type ItemKey, itemKey, partitionIdOf } from './item-types.ts';
import { depthAndTime, fileKey, listAttributes, ownerPartition, typeListOf } from './keys.ts';
import type { Likes } from './like.ts';
import { type Sealed, seal, sealAll } from './sealed.ts';
import { buildFileSearchText } from './search-words.ts';
import { setOrRemoveAttributes } from './set-attributes.ts';
import type { TransactItem } from './transaction.ts';
import { buildVisibleCondition, type Viewer, type Visible } from './visible.ts';

/** The media attributes of a file, which its processing reads. See lambdas/files/process-media.ts. */
export interface StoredMedia {
  /** Width in pixels, after the orientation is applied. */
  readonly width?: number;
  /** Height in pixels, after the orientation is applied. */
  readonly height?: number;
  /** Whether the picture is an animated PNG, WebP, or AVIF. */
  readonly animated?: true;
  /** Duration in seconds. */
  readonly duration?: number;
  /** Number of pages of a PDF. */
  readonly pages?: number;
  readonly title?: string;
  readonly performer?: string;
  /** ThumbHash in Base64. */
  readonly placeholder?: string;
  /** Longest edges of the stored renditions, in pixels. Empty if the file has none. */
  readonly renditions?: readonly (typeof THUMBNAIL_PIXELS | typeof PREVIEW_PIXELS)[];
}

/** A member's file as it is stored. */
export interface StoredFile extends Likes {
  /** The storage key. */
  readonly key: string;
  readonly userId: string;
  readonly fileName: string;
  readonly contentType: string;
  /** Bytes, as reported by S3. */
  readonly size: number;
  /** S3's entity tag, which changes when the bytes change. */
  readonly etag: string;
  /**
   * S3's SHA-256 of the bytes, or the entity tag of an upload that had none. Composite for multipart uploads. Missing
   * in files of earlier versions.
   */
  readonly checksum?: string;
  /**
   * The checksum of the uploaded bytes, if they were replaced since. Another file with those bytes is also a copy.
   * Missing in files whose bytes an earlier version replaced.
   */
  readonly originalChecksum?: string | undefined;
  /**
   * Bytes that count for the owner's depth; 0 for a copy. Missing in files of earlier versions: see `creditedBytesOf`.
   */
  readonly creditedBytes?: number;
  /** When the upload was recorded, ISO 8601. S3's own time lacks milliseconds, which the sort order needs. */
  readonly uploadedAt: string;
  readonly description: string;
  /**
   * The depth that the uploader chose, or their depth at publication, before this file raised it. See
   * docs/product.md#visibility.
   */
  readonly depth: Micrometres;
  /** Whether the uploader has chosen the depth. A repeated save of the upload then doesn't change it. */
  readonly depthChosen?: true;
  readonly views: number;
  /** The state of the malware scan. Missing if the stage had no scans when the file was recorded. */
  readonly scan?: 'pending' | 'clean';
  /**
   * The state of the search for hidden metadata, by the file's bytes. The file stays closed while the state is pending.
   * Missing for texts and archives, and in files of earlier versions: see `needsInspection`.
   */
  readonly inspection?: 'pending' | 'done';
  /** Missing until the file is processed. */
  readonly media?: StoredMedia;
  /** Attempts to clean or decode the file that never ended. See `startAttempt`. */
  readonly mediaAttempts?: number;
  /** When the current attempt has ended at the latest, in milliseconds since 1970. */
  readonly processingUntil?: number;
  /** The description of a picture for people who can't see it. Missing in files of earlier versions. */
  readonly altText?: string;
  /** Number of times that the bytes were replaced. */
  readonly revision: number;
}

/** Returns a file by its ID, or undefined. Strongly consistent. */
export function getFileById(fileId: string): Promise<Sealed<StoredFile> | undefined> {
  return getFileItem(itemKey('file', fileId));
}

/** Returns a file by its storage key, or undefined. Strongly consistent. */
export function getFile(key: string): Promise<Sealed<StoredFile> | undefined> {
  return getFileItem(fileKey(key));
}

/** Returns a file by its primary key, or undefined. Strongly consistent. */
export async function getFileItem({ pk, sk }: ItemKey): Promise<Sealed<StoredFile> | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: { pk, sk }, ConsistentRead: true }));
  return seal(Item as StoredFile | undefined);
}

/** Returns files by partition key; missing files are omitted. */
export async function getFiles(keys: readonly Pick<ItemKey, 'pk'>[]): Promise<Map<string, Sealed<StoredFile>>> {
  const files = await batchGet<StoredFile & ItemKey>(keys.map(({ pk }) => itemKey('file', partitionIdOf({ pk }))));
  return sealAll(new Map(files.map((file) => [file.pk, file])));
}

/** Builds the transaction item that creates a file. */
export function buildFilePut(file: StoredFile): TransactItem {
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
export function fileIndexAttributes(file: Omit<StoredFile, keyof Likes>, shards = depthIndexShards()) {
  const lists = listAttributes('FILE', file.key, file.depth, shards);
  return {
    ...lists,
    typeList: typeListOf(lists.list, file.contentType),
    depthOrder: depthAndTime(file.depth, file.uploadedAt),
    textOrder: file.uploadedAt,
    numberOrder: file.size,
    owner: ownerPartition('FILE', file.userId),
    searchText: buildFileSearchText(file),
  };
}

/** The attributes of a file that change with its bytes. */
type FileBytes = Required<Pick<StoredFile, 'size' | 'contentType' | 'etag' | 'checksum' | 'creditedBytes'>> &
  Pick<StoredFile, 'originalChecksum' | 'scan' | 'inspection'>;

/**
 * Builds the transaction item that updates a file whose bytes were replaced, so that it is processed again. Fails if
 * the revision has changed, or the depth, on which the list of the new type depends.
 */
export function buildFileUpdate(file: StoredFile, bytes: FileBytes): TransactItem {
  const { size, contentType, etag, checksum, creditedBytes, originalChecksum, scan, inspection } = bytes;
  const { typeList, numberOrder } = fileIndexAttributes({ ...file, ...bytes });
  const update = setOrRemoveAttributes({
    size,
    numberOrder,
    contentType,
    typeList,
    etag,
    checksum,
    creditedBytes,
    // Stays the same if the checksum of the uploaded bytes is unknown.
    ...(originalChecksum !== undefined && { originalChecksum }),
    scan,
    inspection,
    revision: file.revision + 1,
    // Removes the results for the earlier bytes.
    media: undefined,
    mediaAttempts: undefined,
    processingUntil: undefined,
  });

  return {
    Update: {
      TableName: tableName(),
      Key: fileKey(file.key),
      ...update,
      ConditionExpression: '#revision = :before AND #depth = :depth',
      ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#depth': 'depth' },
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ':before': file.revision,
        ':depth': file.depth,
      },
    },
  };
}

/** Builds the transaction item that deletes a file. Fails if the file doesn't exist or its revision has changed. */
export function buildFileDelete({ key, revision }: Pick<StoredFile, 'key' | 'revision'>): TransactItem {
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
  const response = await attemptWrite(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: fileKey(key),
        UpdateExpression: 'ADD #views :one',
        ...buildVisibleCondition(viewer, { names: { '#views': 'views' }, values: { ':one': 1 } }),
        ReturnValues: 'UPDATED_NEW',
      }),
    ),
  );
  return response && Number(response.Attributes?.views);
}

/**
 * Lets members open a file whose malware scan is pending. Does nothing if the file doesn't exist, its bytes were
 * replaced since the scan, or its scan isn't pending.
 *
 * @param etag - the entity tag of the scanned bytes, in quotes
 */
export async function setScanned({ key, etag }: Pick<StoredFile, 'key' | 'etag'>): Promise<void> {
  await attemptWrite(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: fileKey(key),
        UpdateExpression: 'SET #scan = :clean',
        ConditionExpression: '#scan = :pending AND etag = :etag',
        ExpressionAttributeNames: { '#scan': 'scan' },
        ExpressionAttributeValues: { ':clean': 'clean', ':pending': 'pending', ':etag': etag },
      }),
    ),
  );
}

/** Deletes the file of a deleted account, without a change of depth. */
export async function purgeFile(key: string): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: fileKey(key) }));
}
