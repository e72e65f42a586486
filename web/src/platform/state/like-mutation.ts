import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { optimisticToggle, useOptimisticToggle } from './optimistic-toggle.ts';

/** The server's result of a like or unlike. */
export interface LikeResult {
  readonly liked: boolean;
  readonly likeCount: number;
}

interface LikeMutationOptions {
  readonly client: QueryClient;
  /** The liked item: its kind and ID. */
  readonly item: readonly [kind: string, id: string];
  /** Whether the viewer likes the item, as shown. */
  readonly isLiked: boolean;
  /** The number of likes, as shown. */
  readonly count: number;
  readonly send: (liked: boolean) => Promise<LikeResult>;
  /** Shows a state everywhere the item is on screen. */
  readonly show: (liked: boolean, count: number) => void;
  /** Receives the error of the last attempt, or undefined when a new attempt starts. */
  readonly onError: (error: Error | undefined) => void;
}

/** Returns mutation options that like or unlike an item. */
export function likeMutation({ client, item, isLiked, count, send, show, onError }: LikeMutationOptions) {
  const showResult = (result: LikeResult) => show(result.liked, result.likeCount);

  return optimisticToggle<LikeResult, LikeResult>({
    client,
    mutationKey: ['like', ...item],
    send,
    readState: () => ({ liked: isLiked, likeCount: count }),
    // The count on screen may be old, so an unlike could otherwise make it negative.
    applyOptimistic: (wanted) => show(wanted, Math.max(0, count + (wanted ? 1 : -1))),
    stateFrom: (result) => result,
    applyResult: showResult,
    rollBack: showResult,
    onError,
  });
}

/** An item that can be liked, and the functions that send and show a like. */
type Likeable = Omit<LikeMutationOptions, 'client'>;

/**
 * Returns a function that likes or unlikes the item. The page shows the new state immediately, and rolls it back if the
 * server rejects the request.
 */
export function useLike(likeable: Likeable): () => void {
  const client = useQueryClient();
  const { mutate } = useOptimisticToggle(likeMutation({ client, ...likeable }));
  return () => mutate(!likeable.isLiked);
}
