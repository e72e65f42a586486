import { randomUUID } from 'node:crypto';
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { computeDepth } from '../../shared/rules/depth.ts';
import { startTable } from '../../test/support/table.ts';
import type { LedgerEntry } from '../table/ledger.ts';
import { unseal } from '../table/sealed.ts';
import { loadSettlement, paymentOf, refundOf } from './fixture.ts';

const stop = await startTable();
const { client, profiles, newMember, settlePayment, readPartition } = await loadSettlement();
const ledger = await import('../table/ledger.ts');

/** A fault injected into the database call with this number: the call is not made, or its response is lost. */
let fault: { readonly at: number; readonly how: 'throttled' | 'response lost' } | undefined;
let calls = 0;

beforeAll(() => {
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

/** Checks that the profile matches its ledger, and returns the entries. */
async function expectConsistent(userId: string): Promise<LedgerEntry[]> {
  const entries = (await readPartition(`USER#${userId}`, 'LEDGER#')) as unknown as LedgerEntry[];
  const totals = ledger.replay(entries);
  const profile = unseal(await profiles.getProfile(userId, { consistent: true }));
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

    expect(unseal(await profiles.getProfile(userId))?.purchasedCm).toBe(5000);
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
