import type { QueryClient } from '@tanstack/react-query';
import { type FollowAnswer, foretell, settle } from './follow-state.ts';

/** What the server is known to hold while one press on the button follows another: all of them share it. */
interface Known {
  following: boolean;
}

interface FollowDeedMeans {
  readonly client: QueryClient;
  /** Of whoever is followed. */
  readonly id: string;
  readonly viewerId: string;
  readonly send: (follow: boolean) => Promise<FollowAnswer>;
}

/**
 * Following a member, or ending it, as a mutation: shown at once, and taken back when the server will not have it. Of
 * several presses the last one decides what stays on screen; when that is refused, what the server is known to hold.
 */
export function followDeed({ client, id, viewerId, send }: FollowDeedMeans) {
  const mutationKey = ['follow', id];
  const isLast = () => client.isMutating({ mutationKey }) <= 1;
  return {
    mutationKey,
    // One after the other, so that the last press is what stays.
    scope: { id: mutationKey.join() },
    mutationFn: send,
    onMutate: (follow: boolean): Known => {
      foretell(client, id, viewerId, follow);
      const pending = client.getMutationCache().findAll({ mutationKey, status: 'pending' });
      const earlier = pending.map(({ state }) => state.context as Known | undefined).find(Boolean);
      return earlier ?? { following: !follow };
    },
    onSuccess: (answer: FollowAnswer, _: boolean, known: Known | undefined) => {
      if (known) known.following = answer.following;
      // What was pressed meanwhile is newer than this answer.
      if (isLast()) settle(client, id, viewerId, answer);
    },
    onError: (error: Error, _: boolean, known: Known | undefined) => {
      if (known && isLast()) foretell(client, id, viewerId, known.following);
      console.error(error);
    },
  };
}
