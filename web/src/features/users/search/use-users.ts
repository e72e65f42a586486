import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { askUndisturbed } from '../../../platform/api/held-queries.ts';
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
  const restart = () => client.resetQueries({ queryKey: key });

  // Whoever has sunk since the first page can go no further from there: the list begins anew from where they are.
  const stale = query.error instanceof ApiError && query.error.code === 'InvalidCursor';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each such answer.
  useEffect(() => {
    if (stale) void restart();
  }, [stale]);

  return { ...query, isError: query.isError && !stale, restart };
}
