import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { rememberOwnProfile } from '../../features/account/profile/own-profile.ts';
import { FILES } from '../../features/files/file-cache.ts';
import { POSTS } from '../../features/posts/post-cache.ts';
import { api } from '../../platform/api/api.ts';
import { askUndisturbed, LIVE_MS } from '../../platform/api/held-queries.ts';
import { listen } from '../../platform/product-events.ts';

/** The one answer that the dashboard shows holds posts and files among others: what changes those finds them here. */
const KEY = ['dashboard', POSTS, FILES];

/** Asks for the dashboard, and takes its profile over as the member's own: no second call is made for that. */
export function useDashboardQuery({ enabled, live = false }: { enabled: boolean; live?: boolean }) {
  const client = useQueryClient();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const answer = await askUndisturbed(client, () => api.account.dashboard({}, { signal }));
      rememberOwnProfile(client, answer.profile);
      return answer;
    },
    enabled,
    refetchInterval: live && LIVE_MS,
    // The member's area has asked already when the screen comes.
    refetchOnMount: !live,
  });
}

/** The dashboard while it is on screen: kept up to date, and asked for anew after an upload or a deletion. */
export function useLiveDashboard({ enabled }: { enabled: boolean }) {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: KEY });
    const deaf = [listen('fileUploaded', refresh), listen('fileDeleted', refresh)];
    return () => {
      for (const stop of deaf) stop();
    };
  }, [client]);
  return useDashboardQuery({ enabled, live: true });
}
