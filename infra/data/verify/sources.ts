import { type AttributeValue, type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { parseStorageKey } from '../../../lambdas/storage/storage-key.ts';
import { fileKey } from '../../../lambdas/table/keys.ts';
import { type Export, InvalidExportError, openExport, readItems } from '../backup/export-folder.ts';
import { checkItem } from '../items/definitions.ts';
import { computeDigest, type Facts } from '../items/facts.ts';
import type { CheckContext } from '../items/item-checks.ts';
import { getMaskedFolder } from '../items/masked-key.ts';
import { type PlainItem, toPlainItem } from '../items/plain-item.ts';

/** Number of items per transaction of the work file, for sources without pages. */
const CHUNK_SIZE = 1000;

/** The position in one part of a source, stored so that an interrupted run can continue. */
interface Position<T> {
  /** The position to continue from. Absent at the start. */
  readonly next?: T | undefined;
  readonly done: boolean;
}

/** How the items and objects of a source are checked. */
interface Collection {
  /** Contains the facts that the checks add to. */
  readonly context: CheckContext;
  /** Called after each page. */
  readonly onProgress: () => void;
}

/**
 * Scans a whole table in parallel segments, checks each item, and stores its facts.
 *
 * Stores the facts of a page and the position after it in one transaction. So a repeated call continues an interrupted
 * one.
 */
export async function scanTable(
  client: DynamoDBClient,
  { tableName, segments }: { tableName: string; segments: number },
  { context, onProgress }: Collection,
): Promise<void> {
  const { facts } = context;
  const scanSegment = async (Segment: number) => {
    const settingName = `segment ${Segment}`;
    let position: Position<Record<string, AttributeValue>> = facts.getSetting(settingName) ?? { done: false };

    while (!position.done) {
      const { Items = [], LastEvaluatedKey: next } = await client.send(
        new ScanCommand({
          TableName: tableName,
          Segment,
          TotalSegments: segments,
          ExclusiveStartKey: position.next,
        }),
      );

      position = { next, done: next === undefined };
      facts.atomically(() => {
        for (const item of Items) checkItem(toPlainItem(item), context);
        facts.addToCount('items', Items.length);
        facts.setSetting(settingName, position);
      });
      onProgress();
    }
  };

  await Promise.all(Array.from({ length: segments }, (_, segment) => scanSegment(segment)));
}

/**
 * Checks the items of an export, and stores their facts. Continues after the last stored item.
 *
 * @throws InvalidExportError if the folder is not a complete export, or the number of items differs from its summary
 */
export async function readExport(directory: string, collection: Collection): Promise<void> {
  const source = openExport(directory);
  let itemCount = 0;
  for (const file of source.files) itemCount += await readExportFile({ ...source, files: [file] }, collection);

  if (itemCount !== source.itemCount) {
    throw new InvalidExportError(
      directory,
      `its summary states ${source.itemCount} items, but its files have ${itemCount}.`,
    );
  }
}

/**
 * Checks the items that no earlier call has checked. The source must have exactly one file.
 *
 * @returns the number of all items of the file
 */
async function readExportFile(source: Export, { context, onProgress }: Collection): Promise<number> {
  const { facts } = context;
  const settingName = `file ${source.files[0]}`;
  const position = facts.getSetting<Position<number>>(settingName);
  const checkedCount = position?.next ?? 0;
  if (position?.done) return checkedCount;

  let readCount = 0;
  let chunk: PlainItem[] = [];
  const storeChunk = ({ done }: { done: boolean }) => {
    facts.atomically(() => {
      for (const item of chunk) checkItem(item, context);
      facts.addToCount('items', chunk.length);
      facts.setSetting(settingName, { next: readCount, done });
    });
    onProgress();
    chunk = [];
  };

  for await (const item of readItems(source)) {
    readCount++;
    // An interrupted call has already checked this item.
    if (readCount <= checkedCount) continue;

    chunk.push(toPlainItem(item));
    if (chunk.length === CHUNK_SIZE) storeChunk({ done: false });
  }
  // Also marks the file as done if the last chunk is empty.
  storeChunk({ done: true });

  return readCount;
}

/** Lists all objects of the bucket and stores their facts. Continues after the last stored key. */
export async function listBucket(client: S3Client, bucket: string, { context, onProgress }: Collection): Promise<void> {
  const { facts } = context;
  let position: Position<string> = facts.getSetting('object list') ?? { done: false };

  while (!position.done) {
    const { objects, next } = await listPage(client, { Bucket: bucket, ContinuationToken: position.next });
    position = { next, done: next === undefined };
    facts.atomically(() => {
      for (const object of objects) addObject(object, facts);
      facts.addToCount('objects', objects.length);
      facts.setSetting('object list', position);
    });
    onProgress();
  }
}

/** An object in a list of the bucket. */
export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  /** Time of its last change, in milliseconds. */
  readonly since: number;
}

/** Reads one page of a list of objects. `next` is the token of the next page, if any. */
export async function listPage(
  client: S3Client,
  input: { Bucket: string; Prefix?: string; ContinuationToken?: string | undefined },
): Promise<{ objects: ListedObject[]; next: string | undefined }> {
  const { Contents = [], NextContinuationToken } = await client.send(new ListObjectsV2Command(input));
  const objects = Contents.map(({ Key = '', Size = 0, ETag = '', LastModified }) => ({
    key: Key,
    size: Size,
    etag: ETag,
    since: LastModified?.getTime() ?? 0,
  }));

  return { objects, next: NextContinuationToken };
}

/** Stores the facts of one object. */
export function addObject({ key, size, etag, since }: ListedObject, facts: Facts): void {
  const parsedKey = parseStorageKey(key);

  facts.add('object', {
    purpose: parsedKey?.purpose ?? 'unknown',
    folder: getMaskedFolder(key),
    digest: computeDigest(key),
    item: parsedKey?.purpose === 'file' ? fileKey(key).pk : null,
    user: parsedKey?.userId ?? null,
    size,
    etag,
    since,
  });
}
