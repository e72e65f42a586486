import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../platform/api/api.ts';

const QUERY_KEY = ['account', 'ledger'];

/**
 * Loads the member's ledger, page by page. Reloads it when the depth changes, because each change adds an entry.
 *
 * @param depth - the member's current depth, in metres
 */
export function useLedger(depth: number) {
  const client = useQueryClient();
  const loadedDepth = useRef(depth);

  useEffect(() => {
    if (loadedDepth.current === depth) return;

    loadedDepth.current = depth;
    void client.invalidateQueries({ queryKey: QUERY_KEY });
  }, [client, depth]);

  return useInfiniteQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ pageParam, signal }) => api.account.depthLog({ cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
  });
}
