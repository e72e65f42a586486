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
import { checkItem } from '../items/definitions.ts';
import { Facts, type Finding, type FindingState, type Reads, type StoredFinding } from '../items/facts.ts';
import type { InvariantContext } from '../items/invariants/invariant.ts';
import { findViolations, INVARIANTS, type InvariantName, isViewInvariant } from '../items/invariants.ts';
import { type PlainItem, toPlainItem } from '../items/plain-item.ts';
import { addObject, type ListedObject, listPage } from './sources.ts';

/** Number of findings that are read again in parallel. */
const READERS = 8;

/** Maximum number of findings that share one scan of the table. */
const SCAN_BATCH = 500;

/** Waits before repeated reads, in milliseconds. They are longer than a transaction or the replication of a write. */
const WAITS_MS = [300, 600, 1200, 2400, 4800];

/** Maximum keys per request: the limit of BatchGetItem. */
const MAX_BATCH_KEYS = 100;

/** Half of the wait before the first retry of unprocessed keys, in milliseconds. Each further wait doubles. */
const BACKOFF_BASE_MS = 50;

const MAX_BACKOFF_MS = 5000;

export interface LiveTarget {
  readonly database: DynamoDBClient;
  readonly tableName: string;
  /** Absent if objects are not checked. */
  readonly objects?: { readonly client: S3Client; readonly bucket: string } | undefined;
}

export interface RecheckOptions {
  readonly target: LiveTarget;
  readonly shards: number;
  readonly context: InvariantContext;
  /** Replaces real delays in tests. */
  readonly wait?: ((milliseconds: number) => Promise<unknown>) | undefined;
  /** Called after each decision, with the number of findings that it decided. */
  readonly onProgress?: (decided: number) => void;
}

/** The result of one strongly consistent read of a finding's items and objects. */
interface Reading {
  /** The finding, or undefined if the invariant holds. */
  readonly finding: Finding | undefined;
  readonly fingerprint: string;
}

/**
 * Reads the items and objects of each finding again, strongly consistently. Stores whether the violation persists.
 *
 * A scan reads items at different times, and even a query can read half of a transaction. So:
 * - One read that doesn't show the violation clears the finding.
 * - Two reads in a row that show it, without a relevant change between them, confirm it. The change feed updates views
 *   with a delay, so for views only the last two reads count.
 * - A finding whose items never stop changing is unsettled.
 */
export async function recheckFindings(facts: Facts, options: RecheckOptions): Promise<void> {
  const needsScan = ({ reads }: StoredFinding) => reads.likesOf !== undefined || reads.allMarkers;
  const storeDecision = (finding: StoredFinding, state: FindingState) => {
    facts.setState(finding, state);
    options.onProgress?.(1);
  };

  let lastId = 0;
  for (;;) {
    const page = facts.readFindings('suspected', { after: lastId });
    if (page.length === 0) break;
    lastId = page.at(-1)!.id;

    const queue = page.filter((finding) => !needsScan(finding));
    const decideQueued = async () => {
      for (let finding = queue.pop(); finding; finding = queue.pop()) {
        const [state] = await decideTogether([finding], options);
        storeDecision(finding, state!);
      }
    };
    await Promise.all(Array.from({ length: READERS }, decideQueued));

    const findingsWithScan = page.filter(needsScan);
    for (let start = 0; start < findingsWithScan.length; start += SCAN_BATCH) {
      const batch = findingsWithScan.slice(start, start + SCAN_BATCH);
      const states = await decideTogether(batch, options);
      for (const [index, finding] of batch.entries()) storeDecision(finding, states[index]!);
    }
  }
}

/** Reads findings together until each is decided. Returns their states in the same order. */
async function decideTogether(findings: readonly StoredFinding[], options: RecheckOptions): Promise<FindingState[]> {
  // An object whose key is unknown has no reads, so its finding can't be checked again.
  const states: FindingState[] = findings.map(({ reads }) =>
    Object.keys(reads).length === 0 ? 'confirmed' : 'suspected',
  );
  let previousReadings: (Reading | undefined)[] = [];

  for (const waitMs of [0, ...WAITS_MS]) {
    const undecidedFindings = findings.filter((_, index) => states[index] === 'suspected');
    if (undecidedFindings.length === 0) break;
    if (waitMs > 0) await (options.wait ?? setTimeout)(waitMs);

    const undecidedReadings = await readAgain(undecidedFindings, options);
    const readings: (Reading | undefined)[] = [];

    for (const [index, finding] of findings.entries()) {
      if (states[index] !== 'suspected') continue;

      const reading = undecidedReadings[undecidedFindings.indexOf(finding)]!;
      readings[index] = reading;
      const isUnchanged = previousReadings[index]?.fingerprint === reading.fingerprint;
      const canConfirm = !isViewInvariant(finding.invariant) || waitMs === WAITS_MS.at(-1);

      if (!reading.finding) states[index] = 'cleared';
      else if (canConfirm && isUnchanged) states[index] = 'confirmed';
    }

    previousReadings = readings;
  }

  return states.map((state) => (state === 'suspected' ? 'unsettled' : state));
}

/** Reads the items and objects of these findings once. Scans the table at most twice: for likes, and for markers. */
async function readAgain(findings: readonly StoredFinding[], options: RecheckOptions): Promise<Reading[]> {
  const { target, shards, context } = options;
  const likedItems = new Set(findings.flatMap(({ reads }) => reads.likesOf ?? []));
  const likes = likedItems.size > 0 ? await scanLikes(target, likedItems) : new Map<string, RawItem[]>();
  const markers = findings.some(({ reads }) => reads.allMarkers) ? await scanMarkers(target) : [];
  const readings: Reading[] = [];

  for (const finding of findings) {
    const { reads } = finding;
    const scannedItems = [...(likes.get(reads.likesOf ?? '') ?? []), ...(reads.allMarkers ? markers : [])];
    const items = [...(await readItems(target, reads)), ...scannedItems];
    const objects = await readObjects(target, reads);
    readings.push(verifyAgain(finding, { items: items.map(toPlainItem), objects }, { shards, context }));
  }

  return readings;
}

/** Evaluates a finding's invariant over the results of its reads. */
export function verifyAgain(
  finding: Finding,
  { items, objects }: { items: readonly PlainItem[]; objects: readonly ListedObject[] },
  { shards, context }: Pick<RecheckOptions, 'shards' | 'context'>,
): Reading {
  const facts = new Facts();

  try {
    for (const item of items) checkItem(item, { facts, shards, now: context.now });
    for (const object of objects) addObject(object, facts);

    if (finding.invariant in INVARIANTS) {
      const name = finding.invariant as InvariantName;
      for (const violation of findViolations(name, facts, context)) facts.addFinding(violation);
    }

    return { finding: facts.findFinding(finding), fingerprint: facts.fingerprint() };
  } finally {
    facts.close();
  }
}

type RawItem = Record<string, AttributeValue>;

/** Reads the items of a finding, except likes. */
async function readItems({ database, tableName }: LiveTarget, reads: Reads): Promise<RawItem[]> {
  const items = new Map<string, RawItem>();
  const add = (rawItems: readonly RawItem[]) => {
    for (const item of rawItems) items.set(`${item.pk?.S}\n${item.sk?.S}`, item);
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
  for (const owner of reads.owned ?? []) allKeys.push(...(await readOwnedKeys(database, tableName, owner)));

  // BatchGetItem rejects duplicate keys.
  const keys = [...new Map(allKeys.map((key) => [`${key.pk}\n${key.sk}`, key])).values()];
  for (let start = 0; start < keys.length; start += MAX_BATCH_KEYS) {
    add(await getItems(database, tableName, keys.slice(start, start + MAX_BATCH_KEYS)));
  }

  return [...items.values()];
}

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

/** Collects the likes of these items. Only a scan finds them, because each like is in its member's partition. */
async function scanLikes({ database, tableName }: LiveTarget, items: ReadonlySet<string>) {
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
      const item = sortIdOf('like', { sk: like.sk?.S ?? '' });
      if (items.has(item)) likes.set(item, [...(likes.get(item) ?? []), like]);
    }
  }

  return likes;
}

/** Collects all markers of the histogram of depths. */
async function scanMarkers({ database, tableName }: LiveTarget): Promise<RawItem[]> {
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

async function readObjects({ objects }: LiveTarget, reads: Reads): Promise<ListedObject[]> {
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
