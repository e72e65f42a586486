import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { askUndisturbed, LIVE_MS } from '../../../platform/api/held-queries.ts';
import { PROFILE } from '../user-queries.ts';

/** A member's profile as the viewer may see it, kept up to date while it is open. */
export function useProfile(userId: string, viewer: OwnProfile | undefined) {
  const client = useQueryClient();
  const viewerId = viewer?.id;
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
  const { refetch } = query;
  const seenFrom = useRef(viewer?.depth);

  // Whoever has ascended while it was closed to them need not wait for it to open.
  useEffect(() => {
    const before = seenFrom.current;
    seenFrom.current = viewer?.depth;
    if (before !== undefined && viewer && before !== viewer.depth) void refetch();
  }, [viewer, refetch]);

  // Of somebody who has left nothing remains on screen; a failure to look again is no reason to take anything away.
  const gone = isGone(query.error);
  return { ...query, gone, profile: gone ? undefined : query.data };
}

/** Whether there is nobody by that address: an id that cannot be one counts as well. */
function isGone(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'NotFound' || error.code === 'InvalidInput');
}
