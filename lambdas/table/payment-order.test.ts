import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { startTable } from '../../test/support/table.ts';
import { getOrder, storeOrder } from './payment-order.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

const ORDER = { orderId: '5O190127TN364715T', userId: 'ada', steps: 1000, packageName: 'A package', merchantId: 'M' };

it('returns an order only to its member', async () => {
  await storeOrder(ORDER);

  expect(await getOrder('ada', ORDER.orderId)).toMatchObject(ORDER);
  expect(await getOrder('bo', ORDER.orderId)).toBeUndefined();
});

it('keeps the terms of the first response when an order is stored again', async () => {
  await storeOrder(ORDER);
  await storeOrder({ ...ORDER, merchantId: 'the payer' });

  expect(await getOrder('ada', ORDER.orderId)).toMatchObject(ORDER);
});

it('keeps an order until its payment can no longer be disputed', async () => {
  await storeOrder(ORDER);

  const storedOrder = await getOrder('ada', ORDER.orderId);

  // A payment can be disputed for half a year, and the decision can take another half-year.
  const { expiresAt } = storedOrder as typeof ORDER & { readonly expiresAt: number };
  expect(expiresAt).toBeGreaterThan(Date.now() / 1000 + 365 * DAY_SECONDS);
});
