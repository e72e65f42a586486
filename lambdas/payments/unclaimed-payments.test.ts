/**
 * Tests of unclaimed payments: money that no member can be credited with. They are recorded, and an alarm informs an
 * operator.
 */
import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { unseal } from '../table/sealed.ts';
import { buildPayment, buildRefund, loadSettlement } from './fixture.ts';
import type { ProviderPayment } from './provider-payment.ts';

const stopTable = await startTable();
const { client, profiles, settlement, createMember, settlePayment, readPartition, readUnclaimed } =
  await loadSettlement();
const depths = await import('../table/change-depth.ts');
const ledger = await import('../table/ledger.ts');
const pendingPurge = await import('../table/pending-purge.ts');

vi.mock('../platform/metrics.ts', { spy: true });

/** Called once before the next transaction, to simulate a second writer after the reads. */
let beforeTransaction: (() => Promise<void>) | undefined;

beforeAll(() => {
  client.table.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'TransactWriteItemsCommand' && beforeTransaction) {
          const write = beforeTransaction;
          beforeTransaction = undefined;
          await write();
        }
        return next(args);
      },
    { name: 'secondWriter', step: 'initialize' },
  );
});

afterAll(() => stopTable());

/** Sums the purchased centimetres of a member's ledger. */
async function sumPurchasedCm(userId: string): Promise<number> {
  return (await ledger.sumLedger(userId)).purchasedCm;
}

describe('an unclaimed payment', () => {
  it('records a payment as unclaimed if its member does not exist', async () => {
    const payment = buildPayment('unknown-member');

    await settlePayment(payment);

    expect(await readUnclaimed(payment.paymentId)).toMatchObject([
      {
        provider: 'stripe',
        cents: 100,
        currency: 'usd',
        userId: 'unknown-member',
        reason: 'the member does not exist',
      },
    ]);
  });

  it('records a payment as unclaimed if its member has deleted their account', async () => {
    const userId = await createMember();
    await pendingPurge.hideAccount(userId);
    const payment = buildPayment(userId);

    await settlePayment(payment);

    expect(await readUnclaimed(payment.paymentId)).toMatchObject([{ reason: 'the member has deleted their account' }]);
  });

  it('records nothing unclaimed for a payment credited before its member deleted their account', async () => {
    const userId = await createMember();
    const payment = buildPayment(userId);
    await settlePayment(payment);
    await pendingPurge.hideAccount(userId);

    await settlePayment(payment);

    expect(await readUnclaimed(payment.paymentId)).toEqual([]);
  });

  it.each([
    ['it was not paid in full', { cents: 99 }],
    ['it was not paid in US dollars', { currency: 'jpy' }],
  ])('records a payment as unclaimed and does not credit it if %s', async (reason, change) => {
    const userId = await createMember();
    const payment = { ...buildPayment(userId), ...change };

    await settlePayment(payment);

    expect(await readUnclaimed(payment.paymentId)).toMatchObject([{ reason }]);
    expect(await sumPurchasedCm(userId)).toBe(0);
    expect(unseal(await profiles.getProfile(userId))?.depth).toBe(0);
  });

  it('debits the refund of a payment credited at an earlier price, and records nothing unclaimed', async () => {
    const userId = await createMember();
    await settlePayment(buildPayment(userId));

    // At an earlier price, 80 cents bought 100 m.
    const paymentId = 'pi_at_an_earlier_price';
    await depths.changeDepth({ userId, source: 'stripe', sourceId: paymentId, bytes: 0, purchasedCm: 10_000 });

    await settlePayment({ ...buildPayment(userId, [buildRefund(80)], paymentId), cents: 80 });

    expect(await readUnclaimed(paymentId)).toEqual([]);
    expect(unseal(await profiles.getProfile(userId, { consistent: true }))?.purchasedCm).toBe(10_000);
  });

  it('credits an unclaimed payment and deletes its record once its member exists', async () => {
    const userId = randomUUID();
    const payment = buildPayment(userId);
    await settlePayment(payment);
    await profiles.createProfile({ userId, email: 'late@fathom.example', username: 'Late' });

    await settlePayment(payment);

    expect(await sumPurchasedCm(userId)).toBe(10_000);
    expect(await readUnclaimed(payment.paymentId)).toEqual([]);
  });

  it('raises the alarm once, even if further events of the payment arrive', async () => {
    const { countMetric } = await import('../platform/metrics.ts');
    const count = vi.mocked(countMetric).mockClear();
    const payment = buildPayment('unknown-member');

    await settlePayment(payment);
    await settlePayment(payment);
    await settlePayment({ ...payment, reversals: [buildRefund(40)] });

    expect(count.mock.calls.filter(([name]) => name === 'paymentsUnclaimed')).toHaveLength(1);
    expect(await readUnclaimed(payment.paymentId)).toMatchObject([{ cents: 100, returnedCents: 40 }]);
  });

  it('keeps no record of an unclaimed payment after its money was returned, even if events repeat', async () => {
    const payment = buildPayment('unknown-member');
    await settlePayment(payment);

    const returnedPayment = { ...payment, reversals: [buildRefund(40), buildRefund(60)] };
    for (let event = 0; event < 2; event++) {
      await settlePayment(returnedPayment);
      expect(await readUnclaimed(payment.paymentId)).toEqual([]);
    }
  });

  it('records an unclaimed payment again if its refund fails', async () => {
    const payment = buildPayment('unknown-member');
    const refund = buildRefund(100);

    await settlePayment({ ...payment, reversals: [refund] });
    await settlePayment({ ...payment, reversals: [{ ...refund, state: 'returned' }] });

    expect(await readUnclaimed(payment.paymentId)).toMatchObject([{ returnedCents: 0 }]);
  });

  it('records nothing unclaimed in a late call that read the payment before its money was returned', async () => {
    const payment = buildPayment('unknown-member');
    const returnedPayment = { ...payment, reversals: [buildRefund(100)] };

    await settlePayment(returnedPayment);
    await settlement.settlePayment(payment, async () => returnedPayment);

    expect(await readUnclaimed(payment.paymentId)).toEqual([]);
  });

  it('keeps a payment recorded if a late call read it before its refund failed', async () => {
    const refund = buildRefund(100);
    const refundedPayment = buildPayment('unknown-member', [refund]);
    const reinstatedPayment = { ...refundedPayment, reversals: [{ ...refund, state: 'returned' as const }] };

    await settlePayment(reinstatedPayment);
    await settlement.settlePayment(refundedPayment, async () => reinstatedPayment);

    expect(await readUnclaimed(refundedPayment.paymentId)).toHaveLength(1);
  });
});

describe('a reversal of a credited payment of a deleted member', () => {
  const readLedger = (userId: string) => readPartition(`USER#${userId}`, 'LEDGER#');

  /** Creates a member, and credits a payment of one dollar to them. */
  async function createCreditedPayment(): Promise<ProviderPayment & { userId: string }> {
    const userId = await createMember();
    const payment = buildPayment(userId);
    await settlePayment(payment);
    return payment as ProviderPayment & { userId: string };
  }

  it("adds a deleted member's reversal to the retained ledger, and records nothing unclaimed", async () => {
    const payment = await createCreditedPayment();
    await pendingPurge.hideAccount(payment.userId);
    const refundedPayment = { ...payment, reversals: [buildRefund(10)] };

    await settlePayment(refundedPayment);
    await settlePayment(refundedPayment);

    expect(await readLedger(payment.userId)).toMatchObject([
      { source: 'refund', purchasedCm: -1000, payment: { paymentId: payment.paymentId, cents: -10 } },
      { source: 'stripe', purchasedCm: 10_000 },
    ]);
    expect(await readUnclaimed(payment.paymentId)).toEqual([]);
  });

  it("adds a deleted member's reversal after the tombstone has expired", async () => {
    const payment = await createCreditedPayment();
    const profileKey = { pk: `USER#${payment.userId}`, sk: 'PROFILE' };
    await client.table.send(new DeleteCommand({ TableName: client.tableName(), Key: profileKey }));

    await settlePayment({ ...payment, reversals: [buildRefund(100)] });

    expect(await readLedger(payment.userId)).toHaveLength(2);
    expect(await readUnclaimed(payment.paymentId)).toEqual([]);
  });

  it("adds a deleted member's reversal once if calls are concurrent", async () => {
    const payment = await createCreditedPayment();
    await pendingPurge.hideAccount(payment.userId);
    const firstRefund = buildRefund(33);
    const paymentStates = [
      { ...payment, reversals: [firstRefund] },
      { ...payment, reversals: [firstRefund, buildRefund(67)] },
    ];

    await Promise.all(Array.from({ length: 10 }, (_, call) => settlePayment(paymentStates[call % 2]!)));

    const changesCm = (await readLedger(payment.userId)).map(({ purchasedCm }) => purchasedCm as number);
    expect(changesCm.toSorted((a, b) => a - b)).toEqual([-6700, -3300, 10_000]);
  });

  it('adds a reversal if the member deletes the account while the reversal is written', async () => {
    const payment = await createCreditedPayment();
    beforeTransaction = () => pendingPurge.hideAccount(payment.userId);

    await settlePayment({ ...payment, reversals: [buildRefund(100)] });

    expect(beforeTransaction).toBeUndefined();
    expect(await readLedger(payment.userId)).toHaveLength(2);
    expect(unseal(await profiles.getProfile(payment.userId, { consistent: true }))).toBeUndefined();
  });
});
