import { useQueryClient } from '@tanstack/react-query';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { PersonCard } from '../../../../../shared/contract/users.ts';
import { ALLOWANCES, countAction } from '../../../platform/api/allowances.ts';
import { api } from '../../../platform/api/api.ts';
import { useOptimisticToggle } from '../../../platform/state/optimistic-toggle.ts';
import { CONNECTIONS, PROFILE } from '../query-keys.ts';
import { followMutation } from './follow-mutation.ts';

/** Returns a function that follows or unfollows a member, and the last error. A failure undoes the change on screen. */
export function useFollow({ id, followedByViewer }: PersonCard, viewer: OwnProfile) {
  const client = useQueryClient();
  const { mutate, error } = useOptimisticToggle(
    followMutation({
      client,
      id,
      viewerId: viewer.id,
      send: (shouldFollow) => (shouldFollow ? follow() : api.users.unfollow({ userId: id })),
    }),
  );

  async function follow() {
    const result = await api.users.follow({ userId: id });
    countAction(client, 'follows');

    return result;
  }

  // Also refetches after a failure, because the screen may have been outdated. Doesn't refetch before the click has
  // ended: a response from before the click would undo the click on screen.
  function onSettled(_: unknown, failure: Error | null) {
    void client.invalidateQueries({ queryKey: CONNECTIONS });
    void client.invalidateQueries({ queryKey: [...PROFILE, id] });
    if (failure) void client.invalidateQueries({ queryKey: ALLOWANCES });
  }

  return { toggle: () => mutate(!followedByViewer, { onSettled }), error };
}
