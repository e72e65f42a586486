import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';

let stop: () => Promise<void>;
let orders: typeof import('./payment-order.ts');

beforeAll(async () => {
  stop = await startTable();
  // This module reads the table's name when it loads, so load it after the table has started.
  orders = await import('./payment-order.ts');
});
afterAll(() => stop());

const ORDER = { orderId: '5O190127TN364715T', userId: 'ada', steps: 1000, packageName: 'A package', merchantId: 'M' };

it('returns an order only to its member', async () => {
  await orders.storeOrder(ORDER);

  expect(await orders.getOrder('ada', ORDER.orderId)).toMatchObject(ORDER);
  expect(await orders.getOrder('bo', ORDER.orderId)).toBeUndefined();
});

it('keeps an order until its payment can no longer be disputed', async () => {
  await orders.storeOrder(ORDER);

  const storedOrder = await orders.getOrder('ada', ORDER.orderId);

  // A payment can be disputed for half a year, and the decision can take another half-year.
  const { expiresAt } = storedOrder as typeof ORDER & { readonly expiresAt: number };
  expect(expiresAt).toBeGreaterThan(Date.now() / 1000 + 365 * 86_400);
});
