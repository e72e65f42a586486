import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { api } from '../../platform/api/api.ts';
import { listen } from '../../platform/product-events.ts';

const KEY = ['account', 'me'];

/**
 * The signed-in member's own profile. An upload or a deletion, in this tab or another, changes its depth at once; the rest
 * (megabytes contributed) is then fetched.
 */
export function useOwnProfile({ enabled }: { enabled: boolean }) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api.account.me({}, { signal })).profile,
    enabled,
  });

  useEffect(() => {
    const move = ({ depth }: { readonly depth: number }) => {
      client.setQueryData<OwnProfile>(KEY, (profile) => profile && { ...profile, depth });
      void client.invalidateQueries({ queryKey: KEY });
    };
    const deaf = [listen('fileUploaded', move), listen('fileDeleted', move)];
    return () => {
      for (const stop of deaf) stop();
    };
  }, [client]);

  return query;
}
