import { setTimeout } from 'node:timers/promises';
import {
  type AttributeValue,
  BatchGetItemCommand,
  type DynamoDBClient,
  paginateQuery,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import { ITEM_TYPES, type ItemKey, sortIdOf, sortPrefix } from '../../../lambdas/table/item-types.ts';
import type { Reads } from '../items/facts.ts';
import { type ListedObject, listPage } from './sources.ts';

/** Maximum keys per request: the limit of BatchGetItem. */
const MAX_BATCH_KEYS = 100;

/** Half of the wait before the first retry of unprocessed keys, in milliseconds. Each further wait doubles. */
const BACKOFF_BASE_MS = 50;

const MAX_BACKOFF_MS = 5000;

/** A running table and its bucket, which the recheck of findings reads again. */
export interface LiveTarget {
  readonly database: DynamoDBClient;
  readonly tableName: string;
  /** Absent if objects are not checked. */
  readonly objects?: { readonly client: S3Client; readonly bucket: string } | undefined;
}

/** An item in the format of DynamoDB's API. */
export type RawItem = Record<string, AttributeValue>;

/** Reads the items of a finding, except likes and markers of the histogram, which only a scan finds. */
export async function readItems({ database, tableName }: LiveTarget, reads: Reads): Promise<RawItem[]> {
  const items = new Map<string, RawItem>();
  const add = (rawItems: readonly RawItem[]) => {
    for (const item of rawItems) items.set(joinKey({ pk: item.pk?.S ?? '', sk: item.sk?.S ?? '' }), item);
  };

  for (const { pk, prefix } of reads.partitions ?? []) {
    const query = {
      TableName: tableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': { S: pk }, ':prefix': { S: prefix } },
    };
    for await (const { Items = [] } of paginateQuery({ client: database }, query)) add(Items);
  }

  const allKeys = [...(reads.keys ?? [])];
  for (const owner of reads.ownerPartitions ?? []) allKeys.push(...(await readOwnedKeys(database, tableName, owner)));

  // BatchGetItem rejects duplicate keys.
  const keys = [...new Map(allKeys.map((key) => [joinKey(key), key])).values()];
  for (let start = 0; start < keys.length; start += MAX_BATCH_KEYS) {
    add(await getItems(database, tableName, keys.slice(start, start + MAX_BATCH_KEYS)));
  }

  return [...items.values()];
}

/** Returns a key as one text, for maps. */
const joinKey = ({ pk, sk }: ItemKey) => `${pk}\n${sk}`;

/** Returns the keys of the items in one partition of `ByOwner`. */
async function readOwnedKeys(client: DynamoDBClient, TableName: string, owner: string): Promise<ItemKey[]> {
  const query = {
    TableName,
    IndexName: 'ByOwner',
    KeyConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': { S: owner } },
  };

  const keys: ItemKey[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, query)) {
    keys.push(...Items.map(({ pk, sk }) => ({ pk: pk?.S ?? '', sk: sk?.S ?? '' })));
  }

  return keys;
}

/** Reads items by their keys. Retries unprocessed keys with exponential backoff. */
async function getItems(database: DynamoDBClient, tableName: string, keys: readonly ItemKey[]): Promise<RawItem[]> {
  const rawItems: RawItem[] = [];
  let remainingKeys: Record<string, AttributeValue>[] = keys.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));

  for (let attempt = 0; remainingKeys.length > 0; attempt++) {
    if (attempt > 0) await setTimeout(Math.min(MAX_BACKOFF_MS, BACKOFF_BASE_MS * 2 ** attempt));
    const { Responses, UnprocessedKeys } = await database.send(
      new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys: remainingKeys, ConsistentRead: true } } }),
    );
    rawItems.push(...(Responses?.[tableName] ?? []));
    remainingKeys = UnprocessedKeys?.[tableName]?.Keys ?? [];
  }

  return rawItems;
}

/**
 * Collects the likes of files and posts, by the partition key of the file or post. Only a scan finds them, because each
 * like is in its member's partition.
 */
export async function scanLikes({ database, tableName }: LiveTarget, likedItems: ReadonlySet<string>) {
  const likes = new Map<string, RawItem[]>();
  const scan = {
    TableName: tableName,
    ConsistentRead: true,
    FilterExpression: 'begins_with(sk, :like)',
    ExpressionAttributeValues: { ':like': { S: sortPrefix('like') } },
  };

  for await (const { Items = [] } of paginateScan({ client: database }, scan)) {
    for (const like of Items) {
      if (!like.pk?.S?.startsWith(`${ITEM_TYPES.like.partition}#`)) continue;
      const likedItem = sortIdOf('like', { sk: like.sk?.S ?? '' });
      if (likedItems.has(likedItem)) likes.set(likedItem, [...(likes.get(likedItem) ?? []), like]);
    }
  }

  return likes;
}

/** Collects all markers of the histogram of depths. */
export async function scanMarkers({ database, tableName }: LiveTarget): Promise<RawItem[]> {
  const scan = {
    TableName: tableName,
    ConsistentRead: true,
    FilterExpression: 'begins_with(pk, :marker)',
    ExpressionAttributeValues: { ':marker': { S: `${ITEM_TYPES.depthMarker.partition}#` } },
  };

  const markers: RawItem[] = [];
  for await (const { Items = [] } of paginateScan({ client: database }, scan)) markers.push(...Items);
  return markers;
}

/** Lists the objects of a finding. Returns none if objects are not checked. */
export async function readObjects({ objects }: LiveTarget, reads: Reads): Promise<ListedObject[]> {
  if (!objects) return [];

  const listedObjects: ListedObject[] = [];
  for (const prefix of reads.objects ?? []) {
    let token: string | undefined;
    do {
      const page = await listPage(objects.client, { Bucket: objects.bucket, Prefix: prefix, ContinuationToken: token });
      listedObjects.push(...page.objects);
      token = page.next;
    } while (token !== undefined);
  }

  return listedObjects;
}
