import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Allowance } from '../../../shared/contract/account.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { allowedAmount } from '../../../shared/rules/conduct-limits.ts';
import type { FakeApi } from './fake-api.ts';

/** The name of a limit per hour or day. */
export type Limit = Exclude<Allowance['limit'], 'storedBytes'>;

/** The server's count of the actions that remain of one limit. */
export interface RemainingCount {
  remaining: number;
}

/** The time until a limit is reset: ten seconds less than half an hour, which the page rounds up to 30 minutes. */
const RESET_AFTER_MS = 30 * 60_000 - 10_000;

/** Makes the API serve the allowance of one limit, for a new member. Returns the count, which the test can change. */
export function serveAllowance(api: FakeApi, limit: Limit, remaining: number): RemainingCount {
  const count = { remaining };
  const resetsAt = new Date(Date.now() + RESET_AFTER_MS).toISOString();

  api.on(contract.account.allowances, () => ({
    standing: 'new' as const,
    settledAt: '2026-12-01T00:00:00.000Z',
    allowances: [{ limit, allowed: allowedAmount(limit, 'new'), remaining: count.remaining, resetsAt }],
  }));

  return count;
}

/** Waits until the page has requested the allowances this many times. */
export async function waitForAllowanceRequests(api: FakeApi, count: number): Promise<void> {
  await waitFor(() => expect(api.inputsOf(contract.account.allowances)).toHaveLength(count));
}
