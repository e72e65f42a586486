import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { BUCKET_UPPER_BOUNDS_METRES, type Bucket, bucketOf } from '../../shared/rules/depth-histogram.ts';
import { Throttled } from '../platform/errors.ts';
import { batchGet } from './batch-get.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import { type ItemKey, partitionIdOf, sortIdOf } from './item-types.ts';
import { depthBucketKey, depthMarkerKey, profileKey, shardOf } from './keys.ts';
import type { Profile } from './profile.ts';
import { type TransactItem, transact } from './transaction.ts';

/** The marker: the row that records in which bucket (range of depths) of the histogram a member is counted. */
export interface DepthMarker {
  readonly userId: string;
  readonly bucket: Bucket;
  readonly shard: number;
  /** The version of the profile by which the member is counted. */
  readonly version: number;
}

/** The count of one shard of a bucket. */
export interface DepthBucket {
  readonly members: number;
}

/** The fields of a profile that decide where its member is counted. */
export type CountedProfile = Pick<Profile, 'userId' | 'depth' | 'version'>;

/** Maximum attempts to move or delete a marker, because other calls may move the same marker concurrently. */
const MAX_ATTEMPTS = 5;

/**
 * Counts a member by a version of their profile, unless they are already counted by this version or a later one.
 *
 * Changes the marker and the counts of both buckets in one transaction, so that repeated and late calls change nothing.
 * A member without a marker is counted only if their profile exists, because a change may arrive after the account was
 * deleted.
 *
 * @returns whether it has written anything
 * @throws Throttled if concurrent calls defeat every attempt
 */
export async function countMember({ userId, depth, version }: CountedProfile): Promise<boolean> {
  const shard = shardOf(userId, depthIndexShards());
  const newMarker: DepthMarker = { userId, bucket: bucketOf(depth), shard, version };

  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const marker = await getMarker(userId);
    if (marker && marker.version >= version) return false;

    const cancellation = await transact(() => (marker ? buildMove(marker, newMarker) : buildAddition(newMarker)));
    if (!cancellation) return true;

    // Only an addition checks the profile.
    const [isMarkerChanged, isProfileMissing] = cancellation.failed;
    if (!isMarkerChanged && isProfileMissing) return false;
  }

  throw new Throttled();
}

/**
 * Stops counting a member whose profile is deleted or missing. Changes nothing while the profile exists.
 *
 * @returns whether it has written anything
 * @throws Throttled if concurrent calls defeat every attempt
 */
export async function uncountMember(userId: string): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const marker = await getMarker(userId);
    if (!marker) return false;

    const cancellation = await transact(() => buildRemoval(marker));
    if (!cancellation) return true;

    // If the marker is unchanged, the other condition failed: the profile exists.
    const [isMarkerChanged] = cancellation.failed;
    if (!isMarkerChanged) return false;
  }

  throw new Throttled();
}

/** Returns the markers of members by ID. Members who aren't counted are omitted. */
export async function getDepthMarkers(userIds: readonly string[]): Promise<Map<string, DepthMarker>> {
  const markers = await batchGet<DepthMarker>(userIds.map(depthMarkerKey));
  return new Map(markers.map((marker) => [marker.userId, marker]));
}

/** Returns the number of members in each bucket. Eventually consistent, as the histogram itself is. */
export async function readHistogram(): Promise<number[]> {
  const shards = Array.from({ length: depthIndexShards() }, (_, shard) => shard);
  const buckets = BUCKET_UPPER_BOUNDS_METRES.map((_, bucket) => bucket);
  const keys = shards.flatMap((shard) => buckets.map((bucket) => depthBucketKey(shard, bucket)));
  const rows = await batchGet<DepthBucket & ItemKey>(keys);

  const histogram = buckets.map(() => 0);
  for (const row of rows) histogram[bucketOfRow(row)]! += row.members;

  return histogram;
}

/** Returns the bucket that a row counts. */
export function bucketOfRow(row: Pick<ItemKey, 'sk'>): Bucket {
  return Number(sortIdOf('depthBucket', row));
}

/** Returns the shard that a row counts. */
export function shardOfRow(row: Pick<ItemKey, 'pk'>): number {
  return Number(partitionIdOf(row));
}

async function getMarker(userId: string): Promise<DepthMarker | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: depthMarkerKey(userId), ConsistentRead: true }),
  );
  return Item as DepthMarker | undefined;
}

function buildMove(marker: DepthMarker, newMarker: DepthMarker): TransactItem[] {
  const markerPut = {
    Put: {
      TableName: tableName(),
      Item: { ...depthMarkerKey(newMarker.userId), ...newMarker },
      ConditionExpression: 'version = :before',
      ExpressionAttributeValues: { ':before': marker.version },
    },
  };
  const isSameBucket = marker.bucket === newMarker.bucket && marker.shard === newMarker.shard;
  return isSameBucket ? [markerPut] : [markerPut, buildBucketUpdate(marker, -1), buildBucketUpdate(newMarker, 1)];
}

/** Builds the writes that count a member for the first time. The second requires that the profile exists. */
function buildAddition(newMarker: DepthMarker): TransactItem[] {
  return [
    {
      Put: {
        TableName: tableName(),
        Item: { ...depthMarkerKey(newMarker.userId), ...newMarker },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    buildProfileCheck(newMarker, 'attribute_exists(pk) AND attribute_not_exists(deletedAt)'),
    buildBucketUpdate(newMarker, 1),
  ];
}

/** Builds the writes that stop counting a member. The second requires that the profile is deleted or missing. */
function buildRemoval(marker: DepthMarker): TransactItem[] {
  return [
    {
      Delete: {
        TableName: tableName(),
        Key: depthMarkerKey(marker.userId),
        ConditionExpression: 'version = :before',
        ExpressionAttributeValues: { ':before': marker.version },
      },
    },
    buildProfileCheck(marker, 'attribute_not_exists(pk) OR attribute_exists(deletedAt)'),
    buildBucketUpdate(marker, -1),
  ];
}

function buildProfileCheck({ userId }: DepthMarker, ConditionExpression: string): TransactItem {
  return { ConditionCheck: { TableName: tableName(), Key: profileKey(userId), ConditionExpression } };
}

function buildBucketUpdate({ shard, bucket }: DepthMarker, difference: 1 | -1): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: depthBucketKey(shard, bucket),
      UpdateExpression: 'ADD members :difference',
      ExpressionAttributeValues: { ':difference': difference },
    },
  };
}
