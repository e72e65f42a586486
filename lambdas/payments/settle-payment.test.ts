/**
 * Tests that a payment is credited exactly once, whatever calls are concurrent, repeated, or interrupted. A cent buys
 * a metre, so the payment of 100 cents is worth 10,000 cm.
 */
import { randomUUID } from 'node:crypto';
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { computeDepth } from '../../shared/rules/depth.ts';
import { startTable } from '../../test/support/table.ts';
import type { LedgerEntry } from '../table/ledger.ts';
import { unseal } from '../table/sealed.ts';
import { buildPayment, buildRefund, loadSettlement } from './fixture.ts';

const stopTable = await startTable();
const { client, profiles, createMember, settlePayment, readPartition } = await loadSettlement();
const ledger = await import('../table/ledger.ts');

/** A fault in the call to the table with this index: the call is not made, or its response is lost. */
let fault: { readonly index: number; readonly kind: 'throttled' | 'response lost' } | undefined;
/** Number of calls to the table since a test set this to zero. Counts only while a fault is set. */
let callCount = 0;

beforeAll(() => {
  client.table.middlewareStack.add(
    (next) => async (args) => {
      const currentFault = fault && callCount++ === fault.index ? fault : undefined;
      if (currentFault?.kind === 'throttled') {
        throw new ProvisionedThroughputExceededException({ message: 'Busy', $metadata: {} });
      }

      const response = await next(args);
      if (currentFault) throw new Error('The function was interrupted.');
      return response;
    },
    { name: 'fault', step: 'initialize' },
  );
});

afterEach(() => {
  fault = undefined;
});

afterAll(() => stopTable());

/** Checks that the profile matches its ledger, and returns the entries. */
async function expectConsistent(userId: string): Promise<LedgerEntry[]> {
  const entries = (await readPartition(`USER#${userId}`, 'LEDGER#')) as unknown as LedgerEntry[];
  const totals = ledger.sumEntries(entries);
  const profile = unseal(await profiles.getProfile(userId, { consistent: true }));
  expect(profile).toMatchObject({ ...totals, depth: computeDepth(totals), version: entries.length });
  return entries.toSorted((a, b) => a.version - b.version);
}

describe('settlePayment', () => {
  it('credits a payment with an entry that names the amount', async () => {
    const userId = await createMember();
    const payment = buildPayment(userId);

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

  it('credits and debits a payment once under fifty concurrent calls', async () => {
    const userId = await createMember();
    const payment = buildPayment(userId, [buildRefund(30)]);

    await Promise.all(Array.from({ length: 50 }, () => settlePayment(payment)));

    expect((await expectConsistent(userId)).map(({ purchasedCm }) => purchasedCm)).toEqual([10_000, -3000]);
  });

  it('reaches the same result when several states of a payment are settled concurrently', async () => {
    const userId = await createMember();
    const firstRefund = buildRefund(20);
    const secondRefund = buildRefund(30);
    const paymentId = `pi_${randomUUID()}`;
    const refundLists = [[], [firstRefund], [firstRefund, secondRefund]];
    const paymentStates = refundLists.map((refunds) => buildPayment(userId, refunds, paymentId));

    await Promise.all([...paymentStates, ...paymentStates].map((payment) => settlePayment(payment)));
    await settlePayment(paymentStates.at(-1)!);

    expect(unseal(await profiles.getProfile(userId))?.purchasedCm).toBe(5000);
    await expectConsistent(userId);
  });

  it('credits several payments of a member concurrently', async () => {
    const userId = await createMember();

    await Promise.all(Array.from({ length: 5 }, () => settlePayment(buildPayment(userId))));

    expect(await expectConsistent(userId)).toHaveLength(5);
  });

  it.each(['throttled', 'response lost'] as const)(
    'reaches the same result when it is repeated after any interrupted call to the table (%s)',
    async (kind) => {
      // Interrupts the first call, then the second, and so on, until no call has this index.
      let interruptedCalls = 0;
      let wasInterrupted = true;

      while (wasInterrupted) {
        const userId = await createMember();
        const payment = buildPayment(userId, [buildRefund(25)]);

        callCount = 0;
        fault = { index: interruptedCalls, kind };
        wasInterrupted = await settlePayment(payment).then(
          () => false,
          () => true,
        );
        fault = undefined;
        await settlePayment(payment);

        expect((await expectConsistent(userId)).map(({ purchasedCm }) => purchasedCm)).toEqual([10_000, -2500]);
        if (wasInterrupted) interruptedCalls++;
      }

      expect(interruptedCalls).toBeGreaterThan(5);
    },
  );
});
