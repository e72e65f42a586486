import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api/api-error.ts';
import { updateCachedUser } from '../../../platform/api/update-cached-user.ts';
import { formatDifference } from '../../../platform/text/format-depth.ts';
import { texts } from './texts.ts';

/** The response to a follow or unfollow. */
export interface FollowResult {
  readonly following: boolean;
  /** Null if the member is above the viewer. */
  readonly followersCount: number | null;
  readonly followingCount: number;
}

interface OptimisticFollow {
  /** The ID of the member to follow or unfollow. */
  readonly id: string;
  readonly viewerId: string;
  /** Whether the viewer follows the member after the click. */
  readonly isFollowed: boolean;
}

/** Shows a follow or unfollow, with both counts, before the server responds. Skips data that already shows this. */
export function applyOptimisticFollow(client: QueryClient, { id, viewerId, isFollowed }: OptimisticFollow): void {
  const change = isFollowed ? 1 : -1;
  let hasChanged = false;

  updateCachedUser(client, id, (member) => {
    // Also skips data without the field.
    if (member.followedByViewer !== !isFollowed) return member;

    hasChanged = true;
    return { ...addToCount(member, 'followersCount', change), followedByViewer: isFollowed };
  });

  if (hasChanged) updateCachedUser(client, viewerId, (viewer) => addToCount(viewer, 'followingCount', change));
}

/** Shows the server's result on the other member. Doesn't add fields that the cached data omits. */
export function applyFollowResult(client: QueryClient, id: string, result: FollowResult): void {
  const { following, followersCount } = result;

  updateCachedUser(client, id, (member) => ({
    ...member,
    ...('followedByViewer' in member && { followedByViewer: following }),
    ...('followersCount' in member && followersCount !== null && { followersCount }),
  }));
}

/** Shows how many members the viewer follows, as the server has counted. */
export function applyFollowingCount(
  client: QueryClient,
  viewerId: string,
  { followingCount }: Pick<FollowResult, 'followingCount'>,
): void {
  updateCachedUser(client, viewerId, (viewer) => ('followingCount' in viewer ? { ...viewer, followingCount } : viewer));
}

/** Returns the member with a count changed by `change`, or unchanged if the data omits the count. */
function addToCount(member: Readonly<Record<string, unknown>>, countName: string, change: number) {
  const currentCount = member[countName];
  return typeof currentCount === 'number' ? { ...member, [countName]: Math.max(0, currentCount + change) } : member;
}

/** Returns the message for a failed follow or unfollow. */
export function followErrorText(error: Error): string {
  const code = error instanceof ApiError ? error.code : undefined;

  if (code === 'DepthTooLow') return texts.followTooHigh;
  if (code === 'NotFound') return texts.followGone;
  return texts.followFailed(error.message);
}

/**
 * Returns how far a member is above the viewer ("0.4 cm"), or undefined if the member isn't above.
 *
 * A greater depth is higher in the ocean. The text is rounded up, so that it is enough to ascend by this depth.
 */
export function formatMissingDepth(depth: number, viewerDepth: number): string | undefined {
  return depth > viewerDepth ? formatDifference(depth - viewerDepth) : undefined;
}
