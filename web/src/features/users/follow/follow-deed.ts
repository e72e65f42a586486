import type { QueryClient } from '@tanstack/react-query';
import { toggleDeed } from '../../../platform/toggle-deed.ts';
import { type FollowAnswer, foretell, settle } from './follow-state.ts';

interface FollowDeedMeans {
  readonly client: QueryClient;
  /** Of whoever is followed. */
  readonly id: string;
  readonly viewerId: string;
  readonly send: (follow: boolean) => Promise<FollowAnswer>;
}

/** Following a member, or ending it, as a mutation. */
export function followDeed({ client, id, viewerId, send }: FollowDeedMeans) {
  const show = (following: boolean) => foretell(client, id, viewerId, following);
  return toggleDeed<FollowAnswer, boolean>({
    client,
    mutationKey: ['follow', id],
    send,
    before: (follow) => !follow,
    foretell: show,
    stateOf: ({ following }) => following,
    settle: (answer) => settle(client, id, viewerId, answer),
    restore: show,
    // The button says so; this is for whoever looks for the cause.
    onProblem: (error) => error && console.error(error),
  });
}
