import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { fetchConsistent, REFETCH_INTERVAL_MS } from '../../../platform/api/query-cache.ts';
import { PROFILE } from '../query-keys.ts';

/** Queries a member's profile as the viewer may see it. Refetches it regularly. */
export function useProfile(userId: string, viewer: OwnProfile | undefined) {
  const client = useQueryClient();
  const viewerId = viewer?.id;

  const query = useQuery({
    // The response depends on the viewer. When the viewer's depth changes, the effect below refetches it.
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

  // A change of the viewer's depth can open or close the profile, so refetch it immediately.
  useEffect(() => {
    const depthBefore = previousDepth.current;
    previousDepth.current = viewer?.depth;
    if (depthBefore !== undefined && viewer && depthBefore !== viewer.depth) void refetch();
  }, [viewer, refetch]);

  // A deleted member disappears immediately. Other errors keep the last loaded profile.
  const isNotFound = isNotFoundError(query.error);

  return { ...query, isNotFound, profile: isNotFound ? undefined : query.data };
}

/** Returns whether an error means that the member doesn't exist. An invalid ID in the URL also counts. */
function isNotFoundError(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'NotFound' || error.code === 'InvalidInput');
}
