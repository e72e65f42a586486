import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { PersonCard } from '../../../../shared/contract/users.ts';
import { api } from '../../platform/api/api.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { changeHeldPerson } from '../../platform/api/held-people.ts';
import { CONNECTIONS, PROFILE } from './keys.ts';
import { texts } from './texts.ts';

interface FollowAnswer {
  readonly following: boolean;
  readonly followersCount: number;
  readonly followingCount: number;
}

/**
 * Follows a member, or ends it: shown at once wherever they and the viewer are on screen, and undone when the server
 * will not have it.
 */
export function useFollow(person: PersonCard, viewer: OwnProfile) {
  const { id } = person;
  const client = useQueryClient();
  const mutationKey = ['follow', id];

  return useMutation({
    mutationKey,
    // One after the other, so that the last press is what stays.
    scope: { id: mutationKey.join() },
    mutationFn: (follow: boolean) => (follow ? api.users.follow({ userId: id }) : api.users.unfollow({ userId: id })),
    onMutate: (follow) => foretell(client, id, viewer.id, follow),
    onSuccess: (answer) => {
      // What was pressed meanwhile is newer than this answer.
      if (client.isMutating({ mutationKey }) <= 1) settle(client, id, viewer.id, answer);
    },
    onError: (error, follow) => {
      foretell(client, id, viewer.id, !follow);
      console.error(error);
    },
    // Who follows whom has changed, and a refusal means that what is on screen was out of date.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: CONNECTIONS });
      void client.invalidateQueries({ queryKey: [...PROFILE, id] });
    },
  });
}

/** Shows the state that is hoped for, with both counts. */
export function foretell(client: QueryClient, id: string, viewerId: string, follow: boolean): void {
  const step = follow ? 1 : -1;
  changeHeldPerson(client, id, (person) =>
    person.followedByViewer === !follow
      ? { ...counted(person, 'followersCount', step), followedByViewer: follow }
      : person,
  );
  changeHeldPerson(client, viewerId, (viewer) => counted(viewer, 'followingCount', step));
}

/** Shows the state that the server has stated. */
export function settle(client: QueryClient, id: string, viewerId: string, answer: FollowAnswer): void {
  const { following, followersCount, followingCount } = answer;
  changeHeldPerson(client, id, (person) => ({
    ...person,
    ...('followedByViewer' in person && { followedByViewer: following }),
    ...('followersCount' in person && { followersCount }),
  }));
  changeHeldPerson(client, viewerId, (viewer) => ('followingCount' in viewer ? { ...viewer, followingCount } : viewer));
}

function counted(person: Readonly<Record<string, unknown>>, count: string, step: number) {
  const before = person[count];
  return typeof before === 'number' ? { ...person, [count]: Math.max(0, before + step) } : person;
}

/** Why a follow was refused, in words for whoever pressed the button. */
export function followProblem(error: Error): string {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'DepthTooLow') return texts.followTooHigh;
  if (code === 'NotFound') return texts.followGone;
  return texts.followFailed(error.message);
}
