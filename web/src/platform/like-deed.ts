import type { QueryClient } from '@tanstack/react-query';

/** What the server says after a like, or its end. */
export interface LikeAnswer {
  readonly liked: boolean;
  readonly likeCount: number;
}

/** What the server is known to hold while one press follows another: all of them share it. */
interface Known {
  liked: boolean;
  count: number;
}

interface LikeDeedMeans {
  readonly client: QueryClient;
  /** What it is that is liked: its kind, and its id. */
  readonly what: readonly [kind: string, id: string];
  /** As it is on screen. */
  readonly liked: boolean;
  readonly count: number;
  readonly send: (liked: boolean) => Promise<LikeAnswer>;
  /** Shows a state wherever the thing is on screen. */
  readonly show: (liked: boolean, count: number) => void;
  /** Told before each attempt (nothing), and of what went wrong with the last. */
  readonly onProblem: (error: Error | undefined) => void;
}

/**
 * Liking something, or taking it back, as a mutation: shown at once, and undone when the server will not have it. Of
 * several presses the last one decides what stays on screen; when that is refused, what the server is known to hold.
 */
export function likeDeed({ client, what, liked, count, send, show, onProblem }: LikeDeedMeans) {
  const mutationKey = ['like', ...what];
  const isLast = () => client.isMutating({ mutationKey }) <= 1;
  return {
    mutationKey,
    // One after the other, so that the last press is what stays.
    scope: { id: mutationKey.join() },
    mutationFn: send,
    onMutate: (wanted: boolean): Known => {
      onProblem(undefined);
      show(wanted, Math.max(0, count + (wanted ? 1 : -1)));
      const pending = client.getMutationCache().findAll({ mutationKey, status: 'pending' });
      const earlier = pending.map(({ state }) => state.context as Known | undefined).find(Boolean);
      return earlier ?? { liked, count };
    },
    onSuccess: (answer: LikeAnswer, _: boolean, known: Known | undefined) => {
      if (known) Object.assign(known, { liked: answer.liked, count: answer.likeCount });
      // What was pressed meanwhile is newer than this answer.
      if (isLast()) show(answer.liked, answer.likeCount);
    },
    onError: (error: Error, _: boolean, known: Known | undefined) => {
      if (!isLast()) return;
      if (known) show(known.liked, known.count);
      onProblem(error);
    },
  };
}
