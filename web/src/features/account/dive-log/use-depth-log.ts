import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../platform/api/api.ts';

const KEY = ['account', 'depth-log'];

/**
 * The member's own dive log, page after page. It is asked for anew when their depth has changed: there is a new entry.
 *
 * @param depth - the member's depth as it is known, in metres
 */
export function useDepthLog(depth: number) {
  const client = useQueryClient();
  const known = useRef(depth);
  useEffect(() => {
    if (known.current === depth) return;
    known.current = depth;
    void client.invalidateQueries({ queryKey: KEY });
  }, [client, depth]);

  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) => api.account.depthLog({ cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
  });
}
