import type { QueryClient } from '@tanstack/react-query';
import type { Allowance, account } from '../../../../shared/contract/account.ts';
import type { Response } from '../../../../shared/contract/endpoint.ts';

/** The query key of what remains of the member's limits. */
export const ALLOWANCES = ['account', 'allowances'] as const;

/** Counts an action in the cached allowances, so that the page doesn't request them after every action. */
export function countAction(client: QueryClient, limit: Allowance['limit']): void {
  // A response on its way may be from before the action. Cancel it first: a query without data ignores a refetch.
  if (client.isFetching({ queryKey: ALLOWANCES }) > 0) {
    void client.cancelQueries({ queryKey: ALLOWANCES }).then(() => client.invalidateQueries({ queryKey: ALLOWANCES }));
    return;
  }

  client.setQueryData<Response<typeof account.allowances>>(ALLOWANCES, (cached) => {
    return cached && { ...cached, allowances: cached.allowances.map((each) => countOne(each, limit)) };
  });
}

function countOne(allowance: Allowance, limit: Allowance['limit']): Allowance {
  if (allowance.limit !== limit) return allowance;
  return { ...allowance, remaining: Math.max(0, allowance.remaining - 1) };
}
