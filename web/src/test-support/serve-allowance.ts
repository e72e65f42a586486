import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Allowance } from '../../../shared/contract/account.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { allowedAmount } from '../../../shared/rules/conduct-limits.ts';
import type { FakeApi } from './fake-api.ts';

/** A limit with a window. */
export type Limit = Exclude<Allowance['limit'], 'storedBytes'>;

/** The server's count of what remains of one limit, for a new member. */
export interface Count {
  remaining: number;
}

/** Makes the API return what remains of one limit. */
export function serveAllowance(api: FakeApi, limit: Limit, remaining: number): Count {
  const count = { remaining };
  const resetsAt = new Date(Date.now() + 1_790_000).toISOString();
  api.on(contract.account.allowances, () => ({
    standing: 'new' as const,
    settledAt: '2026-12-01T00:00:00.000Z',
    allowances: [{ limit, allowed: allowedAmount(limit, 'new'), remaining: count.remaining, resetsAt }],
  }));
  return count;
}

/** Waits until the page has requested what remains a number of times. */
export async function waitForRequests(api: FakeApi, count: number): Promise<void> {
  await waitFor(() => expect(api.inputsOf(contract.account.allowances)).toHaveLength(count));
}
