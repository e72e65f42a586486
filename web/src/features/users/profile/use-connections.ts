import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { askUndisturbed, LIVE_MS } from '../../../platform/api/held-queries.ts';
import { CONNECTIONS } from '../user-queries.ts';

/** Which side of following. */
export type Connection = 'followers' | 'following';

/** A member's followers, or those whom they follow, page after page. */
export function useConnections(userId: string, connection: Connection) {
  const client = useQueryClient();
  return useInfiniteQuery({
    queryKey: [...CONNECTIONS, userId, connection],
    queryFn: ({ pageParam, signal }) =>
      askUndisturbed(client, () => api.users[connection]({ userId, cursor: pageParam }, { signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: LIVE_MS,
  });
}
