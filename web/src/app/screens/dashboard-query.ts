import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cacheOwnProfile } from '../../features/account/profile/own-profile.ts';
import { FILES } from '../../features/files/file-cache.ts';
import { POSTS } from '../../features/posts/post-cache.ts';
import { api } from '../../platform/api/api.ts';
import { fetchConsistent, REFETCH_INTERVAL_MS } from '../../platform/api/query-cache.ts';
import { onProductEvent } from '../../platform/product-events.ts';

/** The response contains posts and files, so the key also contains their parts. See `queriesContaining`. */
const KEY = ['dashboard', POSTS, FILES];

/**
 * Requests the dashboard, and caches its profile as the member's own, which saves a request. With `isLive`, it also
 * refetches the dashboard regularly.
 */
export function useDashboardQuery({ enabled, isLive = false }: { enabled: boolean; isLive?: boolean }) {
  const client = useQueryClient();

  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const dashboard = await fetchConsistent(client, () => api.account.dashboard({}, { signal }));
      cacheOwnProfile(client, dashboard.profile);
      return dashboard;
    },
    enabled,
    refetchInterval: isLive && REFETCH_INTERVAL_MS,
    // The member area has already requested the dashboard when the screen is mounted.
    refetchOnMount: !isLive,
  });
}

/** Returns the dashboard's data. Refetches regularly, and after an upload or a deletion. */
export function useVisibleDashboard({ enabled }: { enabled: boolean }) {
  const client = useQueryClient();

  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: KEY });
    const unsubscribers = [onProductEvent('fileUploaded', refresh), onProductEvent('fileDeleted', refresh)];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [client]);

  return useDashboardQuery({ enabled, isLive: true });
}
