import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** The member's inbox, page after page, as the server has it. */
export const inboxQuery = infiniteQueryOptions({
  queryKey: ['messages', 'inbox'],
  queryFn: ({ pageParam, signal }) => api.messages.conversations({ cursor: pageParam }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ cursor }) => cursor,
});
