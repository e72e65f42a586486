import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Micrometres } from '../../shared/rules/depth.ts';
import { batchGet } from './batch-get.ts';
import { table, tableName } from './client.ts';
import type { DepthPosition } from './depth-query.ts';
import { type ItemKey, sortIdOf, sortPrefix } from './item-types.ts';
import { followKeys, profileKey } from './keys.ts';
import { readPartition } from './partition.ts';
import { PROFILE_EXISTS } from './profile.ts';
import { type TransactItem, transact } from './transaction.ts';
import { AT_OR_BELOW, type Viewer } from './visible.ts';

/**
 * Up to this many followed members, one query for all edges costs no more than ten single reads: an edge has about 120
 * bytes.
 */
const EDGES_PER_QUERY = 250;

/**
 * Makes one member follow another: writes both edges and both counters in one transaction. An edge is one of the two
 * rows of a follow, which are in the partitions of the two members.
 *
 * @param limitWrites - writes of the same transaction that count the follow against the follower's limits
 * @param onRetry - called if other writes of a profile conflict: a count that was read before may be outdated
 * @returns 'changed', 'unchanged' if the follow already exists, 'refused' if one of the two members doesn't exist, or
 *   the followed member is above the follower, or 'limited' if only `limitWrites` failed
 */
export async function follow(
  follower: Viewer,
  followedId: string,
  limitWrites: readonly TransactItem[] = [],
  onRetry?: () => void,
): Promise<'changed' | 'unchanged' | 'refused' | 'limited'> {
  const edgePuts = followKeys(follower.userId, followedId).map(
    (key): TransactItem => ({
      Put: { TableName: tableName(), Item: key, ConditionExpression: 'attribute_not_exists(pk)' },
    }),
  );

  const counterUpdates = [
    // The second condition uses the depth as it was read, so the follower's depth must not have dropped since.
    buildCounterUpdate(follower.userId, 'followingCount', 1, { condition: '#depth >= :depth', depth: follower.depth }),
    buildCounterUpdate(followedId, 'followersCount', 1, { condition: AT_OR_BELOW, depth: follower.depth }),
  ];
  const followWrites = [...edgePuts, ...counterUpdates];
  const cancellation = await transact(() => [...followWrites, ...limitWrites], undefined, onRetry);
  const isFollowRefused = cancellation?.failed.slice(0, followWrites.length).includes(true);
  if (cancellation && !isFollowRefused) return 'limited';

  return toOutcome(cancellation);
}

/** Makes one member unfollow another. `onRetry` is called if other writes of a profile conflict. */
export async function unfollow(
  followerId: string,
  followedId: string,
  onRetry?: () => void,
): Promise<'changed' | 'unchanged' | 'refused'> {
  const counts = [
    buildCounterUpdate(followerId, 'followingCount', -1),
    buildCounterUpdate(followedId, 'followersCount', -1),
  ];
  return toOutcome(await transact(() => [...buildEdgeDeletes(followerId, followedId), ...counts], undefined, onRetry));
}

/** Deletes a follow because one of the two members is purged. Only the other member's counter still exists. */
export async function purgeFollow(followerId: string, followedId: string, leaverId: string): Promise<void> {
  const buildEdges = () => buildEdgeDeletes(followerId, followedId);
  const remainingCounter =
    leaverId === followerId
      ? buildCounterUpdate(followedId, 'followersCount', -1)
      : buildCounterUpdate(followerId, 'followingCount', -1);

  const cancellation = await transact(() => [...buildEdges(), remainingCounter]);
  if (!cancellation) return;

  const [isFollowingMissing, , isCounterMissing] = cancellation.failed;
  // The other member is also deleted, so no counter is left.
  if (isCounterMissing && !isFollowingMissing) await transact(buildEdges);
}

/** Reads one page of the IDs of a member's followers, or of the members they follow. The order has no meaning. */
export async function readFollows(
  userId: string,
  list: 'followers' | 'following',
  limit: number,
  from?: DepthPosition,
): Promise<{ userIds: string[]; next: DepthPosition | null }> {
  const type = list === 'followers' ? 'follower' : 'following';
  const { pk } = profileKey(userId);
  const { rows, next } = await readPartition({ pk, prefix: sortPrefix(type), limit, from, consistent: true });
  return { userIds: rows.map((edge) => sortIdOf(type, edge)), next };
}

/** Returns whether a member follows another. Strongly consistent. */
export async function isFollowing(followerId: string, followedId: string): Promise<boolean> {
  const [Key] = followKeys(followerId, followedId);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item !== undefined;
}

/**
 * Returns the members among `otherIds` that this member follows.
 *
 * @param followingCount - selects the cheaper read: one query for all edges, or a read of each edge
 */
export async function findFollowed(
  { userId, followingCount }: { userId: string; followingCount: number },
  otherIds: readonly string[],
): Promise<Set<string>> {
  if (followingCount <= 0 || otherIds.length === 0) return new Set();

  if (followingCount <= EDGES_PER_QUERY && otherIds.length > 1) {
    const { pk } = profileKey(userId);
    const { rows } = await readPartition({ pk, prefix: sortPrefix('following'), limit: EDGES_PER_QUERY });
    const followedIds = new Set(rows.map((edge) => sortIdOf('following', edge)));
    return new Set(otherIds.filter((otherId) => followedIds.has(otherId)));
  }

  const followingKeys = otherIds.map((otherId) => {
    const [followingKey] = followKeys(userId, otherId);
    return followingKey;
  });
  const edges = await batchGet<ItemKey>(followingKeys);
  return new Set(edges.map((edge) => sortIdOf('following', edge)));
}

/** Builds the writes that delete both edges of a follow. Each fails if its edge doesn't exist. */
function buildEdgeDeletes(followerId: string, followedId: string): TransactItem[] {
  return followKeys(followerId, followedId).map((Key) => ({
    Delete: { TableName: tableName(), Key, ConditionExpression: 'attribute_exists(pk)' },
  }));
}

/** A write condition on the depth of a profile, which compares `#depth` with `:depth`. */
interface DepthCondition {
  readonly condition: string;
  readonly depth: Micrometres;
}

/** Builds the update of a member's counter. Fails if the profile doesn't exist or doesn't meet the depth condition. */
function buildCounterUpdate(
  userId: string,
  counter: 'followersCount' | 'followingCount',
  difference: 1 | -1,
  depthCondition?: DepthCondition,
): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: profileKey(userId),
      UpdateExpression: `ADD ${counter} :difference`,
      ConditionExpression: depthCondition ? `${PROFILE_EXISTS} AND ${depthCondition.condition}` : PROFILE_EXISTS,
      ExpressionAttributeNames: depthCondition && { '#depth': 'depth' },
      ExpressionAttributeValues: {
        ':difference': difference,
        ...(depthCondition && { ':depth': depthCondition.depth }),
      },
    },
  };
}

/** Returns the outcome of a transaction whose first two writes are the edges. */
function toOutcome(cancellation: Awaited<ReturnType<typeof transact>>): 'changed' | 'unchanged' | 'refused' {
  if (!cancellation) return 'changed';

  // The condition of the edge takes precedence: an existing follow stays valid after the followed member rises.
  const [isEdgeUnchanged] = cancellation.failed;
  return isEdgeUnchanged ? 'unchanged' : 'refused';
}
