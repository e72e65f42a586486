import { randomUUID } from 'node:crypto';
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { computeDepth } from '../../shared/depth/depth.ts';
import { startTable } from '../../test/support/table.ts';
import type { LedgerEntry } from '../table/ledger.ts';
import type { ProviderPayment, Reversal } from './provider-payment.ts';

let stop: () => Promise<void>;
let client: typeof import('../table/client.ts');
let profiles: typeof import('../table/profile.ts');
let ledger: typeof import('../table/ledger.ts');
let pendingPurge: typeof import('../table/pending-purge.ts');
let settlePayment: typeof import('./settle-payment.ts').settlePayment;

/** A fault injected into the database call with this number: the call is not made, or its response is lost. */
let fault: { readonly at: number; readonly how: 'throttled' | 'response lost' } | undefined;
let calls = 0;

beforeAll(async () => {
  stop = await startTable();
  client = await import('../table/client.ts');
  profiles = await import('../table/profile.ts');
  ledger = await import('../table/ledger.ts');
  pendingPurge = await import('../table/pending-purge.ts');
  ({ settlePayment } = await import('./settle-payment.ts'));
  client.table.middlewareStack.add(
    (next) => async (args) => {
      const hit = fault && calls++ === fault.at ? fault : undefined;
      if (hit?.how === 'throttled') throw throttled();
      const response = await next(args);
      if (hit) throw new Error('The function was interrupted.');
      return response;
    },
    { name: 'fault', step: 'initialize' },
  );
});
afterEach(() => {
  fault = undefined;
});
afterAll(() => stop());

function throttled(): Error {
  return new ProvisionedThroughputExceededException({ message: 'Busy', $metadata: {} });
}

async function newMember(): Promise<string> {
  const userId = randomUUID();
  await profiles.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
}

const paymentOf = (userId: string | undefined, reversals: readonly Reversal[] = [], paymentId = `pi_${randomUUID()}`) =>
  ({
    provider: 'stripe',
    paymentId,
    userId,
    steps: 1000,
    packageName: '100m Depth Package',
    cents: 100,
    currency: 'usd',
    reversals,
  }) satisfies ProviderPayment;

const refundOf = (cents: number): Reversal => ({ source: 'refund', id: `re_${randomUUID()}`, cents, state: 'taken' });

async function partition(pk: string, prefix: string): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await client.table.send(
    new QueryCommand({
      TableName: client.tableName(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
      ConsistentRead: true,
    }),
  );
  return Items;
}

const unclaimed = (paymentId: string) => partition('UNCLAIMED', `stripe#${paymentId}`);

/** Checks that the profile matches its ledger, and returns the entries. */
async function expectConsistent(userId: string): Promise<LedgerEntry[]> {
  const entries = (await partition(`USER#${userId}`, 'LEDGER#')) as unknown as LedgerEntry[];
  const totals = ledger.replay(entries);
  const profile = await profiles.getProfile(userId, { consistent: true });
  expect(profile).toMatchObject({ ...totals, depth: computeDepth(totals), version: entries.length });
  return entries.toSorted((a, b) => a.version - b.version);
}

describe('settlePayment', () => {
  it('credits a payment with an entry that names the amount', async () => {
    const userId = await newMember();
    const payment = paymentOf(userId);
    await settlePayment(payment);
    expect(await expectConsistent(userId)).toMatchObject([
      {
        source: 'stripe',
        sourceId: payment.paymentId,
        purchasedCm: 10_000,
        payment: { provider: 'stripe', paymentId: payment.paymentId, cents: 100, packageName: '100m Depth Package' },
      },
    ]);
  });

  it('credits and debits once under fifty concurrent calls', async () => {
    const userId = await newMember();
    const payment = paymentOf(userId, [refundOf(30)]);
    await Promise.all(Array.from({ length: 50 }, () => settlePayment(payment)));
    expect((await expectConsistent(userId)).map(({ purchasedCm }) => purchasedCm)).toEqual([10_000, -3000]);
  });

  it('reaches the same result when several states of a payment are settled concurrently', async () => {
    const userId = await newMember();
    const [first, second] = [refundOf(20), refundOf(30)];
    const id = `pi_${randomUUID()}`;
    const states = [[], [first], [first, second]].map((reversals) => paymentOf(userId, reversals, id));
    await Promise.all([...states, ...states].map((state) => settlePayment(state)));
    await settlePayment(states.at(-1)!);
    expect((await profiles.getProfile(userId))?.purchasedCm).toBe(5000);
    await expectConsistent(userId);
  });

  it('credits several payments of a member concurrently', async () => {
    const userId = await newMember();
    await Promise.all(Array.from({ length: 5 }, () => settlePayment(paymentOf(userId))));
    expect(await expectConsistent(userId)).toHaveLength(5);
  });

  it.each(['throttled', 'response lost'] as const)(
    'reaches the right result when retried after any database call was interrupted (%s)',
    async (how) => {
      for (let at = 0; ; at++) {
        const userId = await newMember();
        const payment = paymentOf(userId, [refundOf(25)]);
        [calls, fault] = [0, { at, how }];
        const interrupted = await settlePayment(payment).then(
          () => false,
          () => true,
        );
        fault = undefined;
        await settlePayment(payment);
        expect((await expectConsistent(userId)).map(({ purchasedCm }) => purchasedCm)).toEqual([10_000, -2500]);
        if (!interrupted) {
          expect(at).toBeGreaterThan(5);
          break;
        }
      }
    },
  );
});

describe('an unclaimed payment', () => {
  it('is recorded if its member does not exist', async () => {
    const payment = paymentOf('unknown-member');
    await settlePayment(payment);
    expect(await unclaimed(payment.paymentId)).toMatchObject([
      {
        provider: 'stripe',
        cents: 100,
        currency: 'usd',
        userId: 'unknown-member',
        reason: 'the member does not exist',
      },
    ]);
  });

  it('is recorded if its member has deleted their account', async () => {
    const userId = await newMember();
    await pendingPurge.hideAccount(userId);
    const payment = paymentOf(userId);
    await settlePayment(payment);
    expect(await unclaimed(payment.paymentId)).toMatchObject([{ reason: 'the member has deleted their account' }]);
  });

  it('is not recorded if it was credited before its member deleted their account', async () => {
    const userId = await newMember();
    const payment = paymentOf(userId);
    await settlePayment(payment);
    await pendingPurge.hideAccount(userId);
    await settlePayment(payment);
    expect(await unclaimed(payment.paymentId)).toEqual([]);
  });

  it.each([
    ['too little was paid', { cents: 99 }],
    ['it was paid in another currency', { currency: 'jpy' }],
  ])('is recorded and not credited if %s', async (_, change) => {
    const userId = await newMember();
    const payment = { ...paymentOf(userId), ...change };
    await settlePayment(payment);
    expect(await unclaimed(payment.paymentId)).toHaveLength(1);
    expect(await expectConsistent(userId)).toEqual([]);
  });

  it('is recorded if it does not cover the price', async () => {
    const userId = await newMember();
    const payment = { ...paymentOf(userId), cents: 99 };
    await settlePayment(payment);
    expect(await unclaimed(payment.paymentId)).toMatchObject([{ reason: 'it was not paid in full' }]);
    expect((await profiles.getProfile(userId))?.depth).toBe(0);
  });

  it('is not recorded if it was credited at an earlier price, and its refund is debited', async () => {
    const userId = await newMember();
    const payment = paymentOf(userId);
    await settlePayment(payment);
    await ledger.changeDepth({
      userId,
      source: 'stripe',
      sourceId: 'pi_at_an_earlier_price',
      bytes: 0,
      purchasedCm: 10_000,
    });
    await settlePayment({ ...paymentOf(userId, [refundOf(80)], 'pi_at_an_earlier_price'), cents: 80 });
    expect(await unclaimed('pi_at_an_earlier_price')).toEqual([]);
    expect((await profiles.getProfile(userId, { consistent: true }))?.purchasedCm).toBe(10_000);
  });

  it('is credited and its record deleted once its member exists', async () => {
    const userId = randomUUID();
    const payment = paymentOf(userId);
    await settlePayment(payment);
    await profiles.createProfile({ userId, email: 'late@fathom.example', username: 'Late' });
    await settlePayment(payment);
    expect(await expectConsistent(userId)).toHaveLength(1);
    expect(await unclaimed(payment.paymentId)).toEqual([]);
  });
});
