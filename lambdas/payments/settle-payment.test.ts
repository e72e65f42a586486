import { randomUUID } from 'node:crypto';
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { depthOf } from '../../shared/depth/depth.ts';
import { startTable } from '../../test/support/table.ts';
import type { LedgerEntry } from '../table/ledger.ts';
import type { ProviderPayment, Taking } from './provider-payment.ts';

let stop: () => Promise<void>;
let client: typeof import('../table/client.ts');
let profiles: typeof import('../table/profile.ts');
let ledger: typeof import('../table/ledger.ts');
let removal: typeof import('../table/removal.ts');
let settlePayment: typeof import('./settle-payment.ts').settlePayment;

/** What happens to a call of the database, by its number: it is not made, or its answer is lost. */
let fault: { readonly at: number; readonly how: 'throttled' | 'answer lost' } | undefined;
let calls = 0;

beforeAll(async () => {
  stop = await startTable();
  client = await import('../table/client.ts');
  profiles = await import('../table/profile.ts');
  ledger = await import('../table/ledger.ts');
  removal = await import('../table/removal.ts');
  ({ settlePayment } = await import('./settle-payment.ts'));
  client.table.middlewareStack.add(
    (next) => async (args) => {
      const hit = fault && calls++ === fault.at ? fault : undefined;
      if (hit?.how === 'throttled') throw throttled();
      const answer = await next(args);
      if (hit) throw new Error('The function was cut off.');
      return answer;
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

const paymentOf = (userId: string | undefined, takings: readonly Taking[] = [], paymentId = `pi_${randomUUID()}`) =>
  ({
    provider: 'stripe',
    paymentId,
    userId,
    steps: 1000,
    packageName: '100m Depth Package',
    cents: 100,
    currency: 'usd',
    takings,
  }) satisfies ProviderPayment;

const refundOf = (cents: number): Taking => ({ source: 'refund', id: `re_${randomUUID()}`, cents, state: 'taken' });

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

/** What must hold at any time; answers the entries. */
async function consistent(userId: string): Promise<LedgerEntry[]> {
  const entries = (await partition(`USER#${userId}`, 'LEDGER#')) as unknown as LedgerEntry[];
  const totals = ledger.replay(entries);
  const profile = await profiles.getProfile(userId, { consistent: true });
  expect(profile).toMatchObject({ ...totals, depth: depthOf(totals), version: entries.length });
  return entries.toSorted((a, b) => a.version - b.version);
}

describe('settling a payment', () => {
  it('credits it with its entry, which says what was paid', async () => {
    const userId = await newMember();
    const payment = paymentOf(userId);
    await settlePayment(payment);
    expect(await consistent(userId)).toMatchObject([
      {
        source: 'stripe',
        sourceId: payment.paymentId,
        purchasedCm: 10_000,
        payment: { provider: 'stripe', paymentId: payment.paymentId, cents: 100, packageName: '100m Depth Package' },
      },
    ]);
  });

  it('fifty times at once credits it once', async () => {
    const userId = await newMember();
    const payment = paymentOf(userId, [refundOf(30)]);
    await Promise.all(Array.from({ length: 50 }, () => settlePayment(payment)));
    expect((await consistent(userId)).map(({ purchasedCm }) => purchasedCm)).toEqual([10_000, -3000]);
  });

  it('comes to the same whichever of its states are heard of at once', async () => {
    const userId = await newMember();
    const [first, second] = [refundOf(20), refundOf(30)];
    const id = `pi_${randomUUID()}`;
    const states = [[], [first], [first, second]].map((takings) => paymentOf(userId, takings, id));
    await Promise.all([...states, ...states].map((state) => settlePayment(state)));
    await settlePayment(states.at(-1)!);
    expect((await profiles.getProfile(userId))?.purchasedCm).toBe(5000);
    await consistent(userId);
  });

  it('of several at once counts them all', async () => {
    const userId = await newMember();
    await Promise.all(Array.from({ length: 5 }, () => settlePayment(paymentOf(userId))));
    expect(await consistent(userId)).toHaveLength(5);
  });

  it.each(['throttled', 'answer lost'] as const)(
    'ends right when tried again, wherever the database was %s',
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
        expect((await consistent(userId)).map(({ purchasedCm }) => purchasedCm)).toEqual([10_000, -2500]);
        if (!interrupted) {
          expect(at).toBeGreaterThan(5);
          break;
        }
      }
    },
  );
});

describe('a payment that nobody can be credited with', () => {
  it('is kept when it names nobody who is here', async () => {
    const payment = paymentOf('nobody-we-know');
    await settlePayment(payment);
    expect(await unclaimed(payment.paymentId)).toMatchObject([
      { provider: 'stripe', cents: 100, currency: 'usd', userId: 'nobody-we-know', reason: 'there is no such member' },
    ]);
  });

  it('is kept when its member has left', async () => {
    const userId = await newMember();
    await removal.hideAccount(userId);
    const payment = paymentOf(userId);
    await settlePayment(payment);
    expect(await unclaimed(payment.paymentId)).toMatchObject([{ reason: 'its member has left' }]);
  });

  it('is not kept when it was credited before its member left', async () => {
    const userId = await newMember();
    const payment = paymentOf(userId);
    await settlePayment(payment);
    await removal.hideAccount(userId);
    await settlePayment(payment);
    expect(await unclaimed(payment.paymentId)).toEqual([]);
  });

  it.each([
    ['too little was paid', { cents: 99 }],
    ['it was paid in another currency', { currency: 'jpy' }],
  ])('is kept, and credits nothing, when %s', async (_, change) => {
    const userId = await newMember();
    const payment = { ...paymentOf(userId), ...change };
    await settlePayment(payment);
    expect(await unclaimed(payment.paymentId)).toHaveLength(1);
    expect(await consistent(userId)).toEqual([]);
  });

  it('is kept when it does not cover what it was for', async () => {
    const userId = await newMember();
    const payment = { ...paymentOf(userId), cents: 99 };
    await settlePayment(payment);
    expect(await unclaimed(payment.paymentId)).toMatchObject([{ reason: 'it was not paid in full' }]);
    expect((await profiles.getProfile(userId))?.depth).toBe(0);
  });

  it('is not kept when it was credited at an earlier price: what goes back of it is debited', async () => {
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

  it('is credited, and kept no longer, once its member is there', async () => {
    const userId = randomUUID();
    const payment = paymentOf(userId);
    await settlePayment(payment);
    await profiles.createProfile({ userId, email: 'late@fathom.example', username: 'Late' });
    await settlePayment(payment);
    expect(await consistent(userId)).toHaveLength(1);
    expect(await unclaimed(payment.paymentId)).toEqual([]);
  });
});
