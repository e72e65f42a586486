import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { Throttled } from '../platform/errors.ts';
import { table } from './client.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Why a transaction was cancelled: for each item, whether its condition failed. */
interface Cancellation {
  readonly failed: readonly boolean[];
}

const MAX_ATTEMPTS = 14;

/**
 * Runs a transaction, and retries it while concurrent transactions conflict with it.
 *
 * @param items - builds the items; called for each attempt, so that it can read current data
 * @param shouldRetry - returns whether failed conditions come from a concurrent write, so that a retry may succeed
 * @returns undefined if it was committed, otherwise the conditions that failed
 * @throws Throttled if every attempt conflicts
 */
export async function transact(
  items: () => TransactItem[] | Promise<TransactItem[]>,
  shouldRetry: (cancellation: Cancellation) => boolean = () => false,
): Promise<Cancellation | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await setTimeout(Math.min(500, 2 ** attempt * 10) * (0.5 + Math.random()));
    try {
      await table.send(new TransactWriteCommand({ TransactItems: await items() }));
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      const cancellation = { failed: codes.map((code) => code === 'ConditionalCheckFailed') };
      if (cancellation.failed.includes(true)) {
        if (!shouldRetry(cancellation)) return cancellation;
      } else if (!codes.includes('TransactionConflict')) throw error;
    }
  }
  throw new Throttled();
}
