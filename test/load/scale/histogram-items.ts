import { depthIndexShards } from '../../../lambdas/table/client.ts';
import type { CountedProfile, DepthMarker } from '../../../lambdas/table/depth-histogram.ts';
import { depthBucketKey, depthMarkerKey, profileKey, shardOf } from '../../../lambdas/table/keys.ts';
import { bucketOf } from '../../../shared/rules/depth-histogram.ts';
import type { Item } from './table-items.ts';

/**
 * Generates these items, and those of the histogram of depths that the change feed would add: a marker for each profile,
 * and a count for each bucket with members.
 */
export function* withHistogram(items: Iterable<Item>): Generator<Item> {
  const memberCounts = new Map<string, Item & { members: number }>();

  for (const item of items) {
    yield item;
    if (!isProfile(item)) continue;

    const marker = buildMarker(item);
    yield { ...depthMarkerKey(marker.userId), ...marker };

    const bucketKey = depthBucketKey(marker.shard, marker.bucket);
    const id = `${bucketKey.pk} ${bucketKey.sk}`;
    memberCounts.set(id, { ...bucketKey, members: (memberCounts.get(id)?.members ?? 0) + 1 });
  }

  yield* memberCounts.values();
}

function isProfile(item: Item): item is Item & CountedProfile {
  if (typeof item.userId !== 'string') return false;
  const { pk, sk } = profileKey(item.userId);
  return item.pk === pk && item.sk === sk;
}

/** Returns the marker that `countMember` would store. */
function buildMarker({ userId, depth, version }: CountedProfile): DepthMarker {
  return { userId, bucket: bucketOf(depth), shard: shardOf(userId, depthIndexShards()), version };
}
