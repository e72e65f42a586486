import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { fetchConsistent, REFETCH_INTERVAL_MS } from '../../../platform/api/query-cache.ts';
import { PROFILE } from '../query-keys.ts';

/** Queries a member's profile as the viewer may see it. Refetches it while it is shown. */
export function useProfile(userId: string, viewer: OwnProfile | undefined) {
  const client = useQueryClient();
  const viewerId = viewer?.id;
  const query = useQuery({
    // The response depends on the viewer's depth.
    queryKey: [...PROFILE, userId, viewerId],
    queryFn: async ({ signal }) => {
      const { profile } = await fetchConsistent(client, () => api.users.profile({ userId }, { signal }));
      return profile;
    },
    enabled: viewerId !== undefined,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  const { refetch } = query;
  const previousDepth = useRef(viewer?.depth);

  // A change of the viewer's depth can open or close the profile, so refetch it at once.
  useEffect(() => {
    const before = previousDepth.current;
    previousDepth.current = viewer?.depth;
    if (before !== undefined && viewer && before !== viewer.depth) void refetch();
  }, [viewer, refetch]);

  // A deleted member disappears at once. Other errors keep the last loaded profile.
  const gone = isGone(query.error);
  return { ...query, gone, profile: gone ? undefined : query.data };
}

/** Whether the member doesn't exist. An invalid ID in the URL counts too. */
function isGone(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'NotFound' || error.code === 'InvalidInput');
}
