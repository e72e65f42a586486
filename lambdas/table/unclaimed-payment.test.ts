/** Tests of the records of payments that can't be credited. */
import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from './client.ts';
import { deleteUnclaimed, getUnclaimed, storeUnclaimed, type UnclaimedPayment } from './unclaimed-payment.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

/** Builds a payment of PayPal that no member has received. */
const buildPayment = (): UnclaimedPayment => ({
  provider: 'paypal',
  paymentId: randomUUID(),
  cents: 100,
  returnedCents: 0,
  currency: 'usd',
  reason: 'no member',
});

/** Returns the stored items of a payment of PayPal: one, or none. */
async function readItems(paymentId: string): Promise<Record<string, unknown>[] | undefined> {
  const { Items } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: { ':pk': 'UNCLAIMED', ':sk': `paypal#${paymentId}` },
    }),
  );
  return Items;
}

describe('unclaimed payments', () => {
  it('replaces an unclaimed payment that is stored again', async () => {
    const payment = buildPayment();
    const sk = `paypal#${payment.paymentId}`;

    await storeUnclaimed(payment, new Date('2026-11-21T00:00:00Z'));
    await storeUnclaimed({ ...payment, reason: 'deleted' }, new Date('2026-11-22T00:00:00Z'));

    expect(await readItems(payment.paymentId)).toEqual([
      { pk: 'UNCLAIMED', sk, ...payment, reason: 'deleted', at: '2026-11-22T00:00:00.000Z' },
    ]);
  });

  it('returns an unclaimed payment of the same provider only', async () => {
    const payment = buildPayment();
    await storeUnclaimed(payment);

    expect(await getUnclaimed(payment)).toMatchObject(payment);
    expect(await getUnclaimed({ ...payment, provider: 'stripe' })).toBeUndefined();
  });

  it('deletes an unclaimed payment of the same provider only', async () => {
    const payment = buildPayment();
    await storeUnclaimed(payment);

    expect(await deleteUnclaimed({ ...payment, provider: 'stripe' })).toBe(false);
    expect(await readItems(payment.paymentId)).toHaveLength(1);

    expect(await deleteUnclaimed(payment)).toBe(true);
    expect(await readItems(payment.paymentId)).toEqual([]);
  });
});
