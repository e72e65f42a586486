import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { fetchConsistent, REFETCH_INTERVAL_MS } from '../../../platform/api/query-cache.ts';
import { CONNECTIONS } from '../query-keys.ts';

/** The name of a list of a member's connections. */
export type Connection = 'followers' | 'following';

/** Queries a member's followers, or the members they follow, page by page. */
export function useConnections(userId: string, connection: Connection) {
  const client = useQueryClient();

  return useInfiniteQuery({
    queryKey: [...CONNECTIONS, userId, connection],
    queryFn: ({ pageParam, signal }) =>
      fetchConsistent(client, () => api.users[connection]({ userId, cursor: pageParam }, { signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}
