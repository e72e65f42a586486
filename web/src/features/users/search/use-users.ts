import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { useRestartableQuery } from '../../../platform/api/paged-list.ts';
import { fetchConsistent } from '../../../platform/api/query-cache.ts';
import { USERS } from '../query-keys.ts';
import type { UsersQuery } from './users-url.ts';

/** Queries the members at or below the viewer's depth that match a search, page by page. */
export function useUsers({ sort, q }: UsersQuery) {
  const client = useQueryClient();
  const queryKey = [USERS, 'list', sort, q];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchConsistent(client, () => api.users.list({ sort, q: q || undefined, cursor: pageParam }, { signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    // Until the response arrives, the previous results are filtered.
    placeholderData: keepPreviousData,
  });

  return useRestartableQuery(query, queryKey);
}
