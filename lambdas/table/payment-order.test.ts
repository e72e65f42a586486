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

it('returns an order only to its member, and keeps it until a dispute is no longer possible', async () => {
  const order = { orderId: '5O190127TN364715T', userId: 'ada', steps: 1000, packageName: 'A package', merchantId: 'M' };
  await orders.storeOrder(order);
  const storedOrder = (await orders.getOrder('ada', order.orderId)) as typeof order & { readonly expiresAt: number };

  expect(storedOrder).toMatchObject(order);
  // A payment can be disputed for half a year, and the decision can take another half.
  expect(storedOrder.expiresAt).toBeGreaterThan(Date.now() / 1000 + 365 * 86_400);
  expect(await orders.getOrder('bo', order.orderId)).toBeUndefined();
});
