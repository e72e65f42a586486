import type { QueryClient } from '@tanstack/react-query';
import type { Allowance, account } from '../../../../shared/contract/account.ts';
import type { Response } from '../../../../shared/contract/endpoint.ts';

/** The query key of the member's allowances. */
export const ALLOWANCES = ['account', 'allowances'] as const;

/** Counts an action in the cached allowances, so that the page doesn't request them after every action. */
export function countAction(client: QueryClient, limit: Allowance['limit']): void {
  // A response in flight may be older than the action. Cancels its request first, because a query that has no data yet
  // ignores a refetch.
  if (client.isFetching({ queryKey: ALLOWANCES }) > 0) {
    void client.cancelQueries({ queryKey: ALLOWANCES }).then(() => client.invalidateQueries({ queryKey: ALLOWANCES }));
    return;
  }

  client.setQueryData<Response<typeof account.allowances>>(ALLOWANCES, (response) => {
    if (!response) return undefined;
    return { ...response, allowances: response.allowances.map((allowance) => reduceRemaining(allowance, limit)) };
  });
}

/** Returns an allowance with one action fewer if it belongs to this limit. */
function reduceRemaining(allowance: Allowance, limit: Allowance['limit']): Allowance {
  if (allowance.limit !== limit) return allowance;
  return { ...allowance, remaining: Math.max(0, allowance.remaining - 1) };
}
