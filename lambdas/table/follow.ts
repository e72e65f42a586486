import { batchGet } from './batch-get.ts';
import { tableName } from './client.ts';
import type { DepthPosition } from './depth-index.ts';
import { type ItemKey, sortIdOf, sortPrefix } from './item-types.ts';
import { followKeys, profileKey } from './keys.ts';
import { readPartition } from './partition.ts';
import { PRESENT } from './profile.ts';
import { type TransactItem, transact } from './transaction.ts';
import type { Viewer } from './visible.ts';

/**
 * Edges that one query reads as cheaply as ten single edges are read: the edges of one member lie side by side, at
 * about 120 bytes each.
 */
const EDGES_PER_QUERY = 250;

/**
 * Makes one member follow another: both edges and both counters, in one transaction.
 *
 * @returns 'changed', 'unchanged' when it was so already, or 'refused' when one of the two is not there, or the other
 *   is above the follower
 */
export async function follow(follower: Viewer, followed: string): Promise<'changed' | 'unchanged' | 'refused'> {
  const edges = followKeys(follower.userId, followed).map(
    (key): TransactItem => ({
      Put: { TableName: tableName(), Item: key, ConditionExpression: 'attribute_not_exists(pk)' },
    }),
  );
  const counts = [
    count(follower.userId, 'followingCount', 1, '#depth >= :depth', follower),
    count(followed, 'followersCount', 1, '#depth <= :depth', follower),
  ];
  return outcomeOf(await transact(() => [...edges, ...counts]));
}

/** Ends that one member follows another. */
export async function unfollow(follower: string, followed: string): Promise<'changed' | 'unchanged' | 'refused'> {
  const counts = [count(follower, 'followingCount', -1), count(followed, 'followersCount', -1)];
  return outcomeOf(await transact(() => [...removedEdges(follower, followed), ...counts]));
}

/** Ends that one member follows another, because one of the two leaves: only the other's counter is still there. */
export async function purgeFollow(follower: string, followed: string, leaver: string): Promise<void> {
  const edges = () => removedEdges(follower, followed);
  const other = leaver === follower ? count(followed, 'followersCount', -1) : count(follower, 'followingCount', -1);
  const cancelled = await transact(() => [...edges(), other]);
  // Both are leaving: there is nothing to count.
  if (cancelled?.failed[2] && !cancelled.failed[0]) await transact(edges);
}

/** One page of the ids of a member's followers, or of those whom they follow; in no meaningful order. */
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

/**
 * Those of these members whom somebody follows.
 *
 * @param followingCount - how many they follow: few are read at once, of many only those who are asked for
 */
export async function followedAmong(
  { userId, followingCount }: { userId: string; followingCount: number },
  others: readonly string[],
): Promise<Set<string>> {
  if (followingCount <= 0 || others.length === 0) return new Set();
  if (followingCount <= EDGES_PER_QUERY && others.length > 1) {
    const { pk } = profileKey(userId);
    const { rows } = await readPartition({ pk, prefix: sortPrefix('following'), limit: EDGES_PER_QUERY });
    const all = new Set(rows.map((edge) => sortIdOf('following', edge)));
    return new Set(others.filter((other) => all.has(other)));
  }
  const edges = await batchGet<ItemKey>(others.map((other) => followKeys(userId, other)[0]));
  return new Set(edges.map((edge) => sortIdOf('following', edge)));
}

function removedEdges(follower: string, followed: string): TransactItem[] {
  return followKeys(follower, followed).map((Key) => ({
    Delete: { TableName: tableName(), Key, ConditionExpression: 'attribute_exists(pk)' },
  }));
}

function count(
  userId: string,
  counter: 'followersCount' | 'followingCount',
  by: 1 | -1,
  condition?: string,
  viewer?: Viewer,
): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: profileKey(userId),
      UpdateExpression: `ADD ${counter} :by`,
      ConditionExpression: condition ? `${PRESENT} AND ${condition}` : PRESENT,
      ExpressionAttributeNames: condition ? { '#depth': 'depth' } : undefined,
      ExpressionAttributeValues: { ':by': by, ...(viewer && { ':depth': viewer.depth }) },
    },
  };
}

function outcomeOf(cancelled: Awaited<ReturnType<typeof transact>>): 'changed' | 'unchanged' | 'refused' {
  if (!cancelled) return 'changed';
  // Whether somebody may begin to is no question where they do so already.
  return cancelled.failed[0] ? 'unchanged' : 'refused';
}
