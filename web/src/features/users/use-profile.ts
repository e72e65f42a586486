import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { askUndisturbed, LIVE_MS } from '../../platform/api/held-queries.ts';
import { PROFILE } from './keys.ts';

/** A member's profile as the viewer may see it, kept up to date while it is open. */
export function useProfile(userId: string, viewerId: string | undefined) {
  const client = useQueryClient();
  const query = useQuery({
    // What one may see depends on who one is.
    queryKey: [...PROFILE, userId, viewerId],
    queryFn: async ({ signal }) => {
      const { profile } = await askUndisturbed(client, () => api.users.profile({ userId }, { signal }));
      return profile;
    },
    enabled: viewerId !== undefined,
    refetchInterval: LIVE_MS,
  });
  // Of somebody who has left nothing remains on screen; a failure to look again is no reason to take anything away.
  const gone = isGone(query.error);
  return { ...query, gone, profile: gone ? undefined : query.data };
}

/** Whether there is nobody by that address: an id that cannot be one counts as well. */
function isGone(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'NotFound' || error.code === 'InvalidInput');
}
