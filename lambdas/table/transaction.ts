import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { Throttled } from '../platform/errors.ts';
import { table } from './client.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Why nothing was written: which of the items had a condition that did not hold. */
interface Cancellation {
  readonly failed: readonly boolean[];
}

const MAX_ATTEMPTS = 14;

/**
 * Runs a transaction, again and again while others are in its way.
 *
 * @param items - made anew for each attempt, from what is stored by then
 * @param overtaken - whether a cancellation means that somebody else was faster, and the next attempt may succeed
 * @returns undefined when it was committed, else why it was not
 * @throws Throttled when no attempt gets through
 */
export async function transact(
  items: () => TransactItem[] | Promise<TransactItem[]>,
  overtaken: (cancellation: Cancellation) => boolean = () => false,
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
        if (!overtaken(cancellation)) return cancellation;
      } else if (!codes.includes('TransactionConflict')) throw error;
    }
  }
  throw new Throttled();
}
