import type { QueryClient } from '@tanstack/react-query';
import { optimisticToggle } from '../../../platform/state/optimistic-toggle.ts';
import { applyFollowingCount, applyFollowResult, applyOptimisticFollow, type FollowResult } from './follow-state.ts';

/** The first part of the mutation key of every follow and unfollow. */
export const FOLLOW = 'follow';

interface FollowMutationOptions {
  readonly client: QueryClient;
  /** The ID of the member to follow or unfollow. */
  readonly id: string;
  readonly viewerId: string;
  readonly send: (follow: boolean) => Promise<FollowResult>;
}

/**
 * Returns mutation options for following or unfollowing a member.
 *
 * All follows of a page run one after another. If two requests ran concurrently, neither response would count the other
 * follow among the members that the viewer follows.
 */
export function followMutation({ client, id, viewerId, send }: FollowMutationOptions) {
  const show = (isFollowed: boolean) => applyOptimisticFollow(client, { id, viewerId, isFollowed });
  // The mutation whose callback calls this is still pending, so it is counted too.
  const isOnlyFollow = () => client.isMutating({ mutationKey: [FOLLOW] }) <= 1;

  return optimisticToggle<FollowResult, boolean>({
    client,
    mutationKey: [FOLLOW, id],
    scopeId: FOLLOW,
    send,
    // A click always asks for the opposite of the cached state.
    readState: (follow) => !follow,
    applyOptimistic: show,
    stateFrom: ({ following }) => following,
    applyResult: (result) => {
      applyFollowResult(client, id, result);
      // The count on screen includes the follows that are still waiting, and the response doesn't.
      if (isOnlyFollow()) applyFollowingCount(client, viewerId, result);
    },
    rollBack: show,
    // The button shows the message; the log has the cause. Without an error, a new attempt has started.
    onError: (error) => error && console.error(error),
  });
}
