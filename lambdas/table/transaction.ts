import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { Throttled } from '../platform/errors.ts';
import { isLoadOrContention, isTransient } from '../platform/transient-errors.ts';
import { table } from './client.ts';

/** One write of a transaction, or a check of an item that it doesn't write. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The reason why a transaction was cancelled. */
interface Cancellation {
  /** For each item of the transaction, whether its condition failed. */
  readonly failed: readonly boolean[];
}

/** Maximum attempts of a transaction that conflicts with others or is throttled. */
const MAX_ATTEMPTS = 14;

/** Maximum sends of one attempt while its result is unknown. The SDK makes up to four requests for each. */
const MAX_SENDS = 3;

/** The first wait before a retry is about twice this long, in milliseconds. Each further wait is twice as long. */
const BASE_DELAY_MS = 10;

/** Maximum wait, in milliseconds, before it varies at random by up to half. */
const MAX_DELAY_MS = 500;

/**
 * Runs a transaction, and retries it while concurrent transactions conflict with it or a partition is throttled.
 *
 * @param buildItems - builds the items; called for each attempt, so that it can read current data
 * @param shouldRetry - returns whether failed conditions come from a concurrent write, so that a retry may succeed
 * @param onRetry - called before each further attempt: data that was read before the first attempt may be outdated
 * @returns undefined if it was committed, otherwise the conditions that failed
 * @throws Throttled if every attempt conflicts or is throttled
 */
export async function transact(
  buildItems: () => TransactItem[] | Promise<TransactItem[]>,
  shouldRetry: (cancellation: Cancellation) => boolean = () => false,
  onRetry: () => void = () => {},
): Promise<Cancellation | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) {
      onRetry();
      await backOff(attempt);
    }

    try {
      await commitOnce(await buildItems());
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;

      const failed = (error.CancellationReasons ?? []).map(({ Code }) => Code === 'ConditionalCheckFailed');
      if (failed.includes(true)) {
        if (!shouldRetry({ failed })) return { failed };
      } else if (!isTransient(error)) {
        throw error;
      }
    }
  }

  throw new Throttled();
}

/**
 * Commits a transaction at most once. Sends it again while its result is unknown.
 *
 * All repetitions have one token, so DynamoDB commits the transaction once. If it was committed and the response was
 * lost, the repetition succeeds. A new token would make the transaction fail on its own conditions.
 */
async function commitOnce(TransactItems: TransactItem[]): Promise<void> {
  const ClientRequestToken = randomUUID();
  for (let sends = 1; ; sends++) {
    try {
      await table.send(new TransactWriteCommand({ TransactItems, ClientRequestToken }));
      return;
    } catch (error) {
      // A call that is rejected for load or contention has no effect, and the SDK has already waited for seconds.
      if (!isTransient(error) || isLoadOrContention(error) || sends === MAX_SENDS) throw error;
      await backOff(sends);
    }
  }
}

/** Waits before a retry, longer after more attempts. */
function backOff(attempts: number): Promise<void> {
  return setTimeout(Math.min(MAX_DELAY_MS, 2 ** attempts * BASE_DELAY_MS) * (0.5 + Math.random()));
}
