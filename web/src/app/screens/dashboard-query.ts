import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cacheOwnProfile } from '../../features/account/profile/own-profile.ts';
import { FILES } from '../../features/files/file-cache.ts';
import { POSTS } from '../../features/posts/post-cache.ts';
import { api } from '../../platform/api/api.ts';
import { fetchConsistent, REFETCH_INTERVAL_MS } from '../../platform/api/query-cache.ts';
import { onProductEvent } from '../../platform/product-events.ts';

/** Contains POSTS and FILES, so that a change of posts or files also reaches the dashboard. See `queriesContaining`. */
const DASHBOARD_KEY = ['dashboard', POSTS, FILES];

/**
 * Requests the dashboard, and caches its profile as the member's own, which saves a request. With `isLive`, it
 * refetches the dashboard regularly, but not when the component is mounted.
 */
export function useDashboardQuery({ enabled, isLive = false }: { enabled: boolean; isLive?: boolean }) {
  const client = useQueryClient();

  return useQuery({
    queryKey: DASHBOARD_KEY,
    queryFn: async ({ signal }) => {
      const dashboard = await fetchConsistent(client, () => api.account.dashboard({}, { signal }));
      cacheOwnProfile(client, dashboard.profile);
      return dashboard;
    },
    enabled,
    refetchInterval: isLive && REFETCH_INTERVAL_MS,
    // When the screen is mounted (with `isLive`), the member area (without it) has already requested the dashboard.
    refetchOnMount: !isLive,
  });
}

/** Returns the dashboard's query, which refetches regularly, and after a file was uploaded or deleted. */
export function useLiveDashboard({ enabled }: { enabled: boolean }) {
  const client = useQueryClient();

  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: DASHBOARD_KEY });
    const unsubscribers = [onProductEvent('fileUploaded', refresh), onProductEvent('fileDeleted', refresh)];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [client]);

  return useDashboardQuery({ enabled, isLive: true });
}
