import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { askUndisturbed } from '../../../platform/api/held-queries.ts';
import { useRestart } from '../../../platform/api/paged-list.ts';
import { USERS } from '../user-queries.ts';
import type { UsersQuery } from './users-address.ts';

/** Everybody at or below the member's depth whom a search finds, page after page, in one of three orders. */
export function useUsers({ sort, q }: UsersQuery) {
  const client = useQueryClient();
  const key = [USERS, 'list', sort, q];
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      askUndisturbed(client, () => api.users.list({ sort, q: q || undefined, cursor: pageParam }, { signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    // Until the answer is here, the search goes through what is loaded.
    placeholderData: keepPreviousData,
  });
  return useRestart(query, key);
}
