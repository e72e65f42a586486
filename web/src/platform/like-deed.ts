import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toggleDeed } from './toggle-deed.ts';

/** What the server says after a like, or its end. */
export interface LikeAnswer {
  readonly liked: boolean;
  readonly likeCount: number;
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

/** Liking something, or taking it back, as a mutation. */
export function likeDeed({ client, what, liked, count, send, show, onProblem }: LikeDeedMeans) {
  const showAnswer = (answer: LikeAnswer) => show(answer.liked, answer.likeCount);
  return toggleDeed<LikeAnswer, LikeAnswer>({
    client,
    mutationKey: ['like', ...what],
    send,
    before: () => ({ liked, likeCount: count }),
    foretell: (wanted) => show(wanted, Math.max(0, count + (wanted ? 1 : -1))),
    stateOf: (answer) => answer,
    settle: showAnswer,
    restore: showAnswer,
    onProblem,
  });
}

type Likeable = Omit<Parameters<typeof likeDeed>[0], 'client'>;

/** Likes something, or takes it back: shown at once, and undone when the server will not have it. */
export function useLike(likeable: Likeable): () => void {
  const client = useQueryClient();
  const { mutate } = useMutation(likeDeed({ client, ...likeable }));
  return () => mutate(!likeable.liked);
}
