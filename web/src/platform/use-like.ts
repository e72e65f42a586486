import { useMutation, useQueryClient } from '@tanstack/react-query';

interface Likeable {
  /** What it is that is liked: its kind, and its id. */
  readonly what: readonly [kind: string, id: string];
  readonly liked: boolean;
  readonly count: number;
  readonly send: (liked: boolean) => Promise<{ readonly liked: boolean; readonly likeCount: number }>;
  /** Shows a state wherever the thing is on screen. */
  readonly show: (liked: boolean, count: number) => void;
  /** Told before each attempt (nothing), and of what went wrong. */
  readonly onProblem: (error: Error | undefined) => void;
}

/** Likes something, or takes it back: shown at once, and undone when the server will not have it. */
export function useLike({ what, liked, count, send, show, onProblem }: Likeable): () => void {
  const client = useQueryClient();
  const mutationKey = ['like', ...what];
  const { mutate } = useMutation({
    mutationKey,
    // One after the other, so that the last press is what stays.
    scope: { id: mutationKey.join() },
    mutationFn: send,
    onMutate: (wanted) => {
      onProblem(undefined);
      show(wanted, Math.max(0, count + (wanted ? 1 : -1)));
      return { liked, count };
    },
    onSuccess: (answer) => {
      // What was pressed meanwhile is newer than this answer.
      if (client.isMutating({ mutationKey }) <= 1) show(answer.liked, answer.likeCount);
    },
    onError: (error, _, before) => {
      if (before) show(before.liked, before.count);
      onProblem(error);
    },
  });
  return () => mutate(!liked);
}
