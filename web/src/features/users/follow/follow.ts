import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { PersonCard } from '../../../../../shared/contract/users.ts';
import { api } from '../../../platform/api/api.ts';
import { CONNECTIONS, PROFILE } from '../user-queries.ts';
import { followDeed } from './follow-deed.ts';

/**
 * Follows a member, or ends it: shown at once wherever they and the viewer are on screen, and undone when the server
 * will not have it.
 */
export function useFollow({ id, followedByViewer }: PersonCard, viewer: OwnProfile) {
  const client = useQueryClient();
  const { mutate, error } = useMutation(
    followDeed({
      client,
      id,
      viewerId: viewer.id,
      send: (follow) => (follow ? api.users.follow({ userId: id }) : api.users.unfollow({ userId: id })),
    }),
  );

  // Who follows whom has changed, and a refusal means that what is on screen was out of date. Only now, when the deed is
  // over: an answer to an earlier question would undo on screen what was pressed since.
  function onSettled() {
    void client.invalidateQueries({ queryKey: CONNECTIONS });
    void client.invalidateQueries({ queryKey: [...PROFILE, id] });
  }

  return { toggle: () => mutate(!followedByViewer, { onSettled }), error };
}
