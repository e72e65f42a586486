import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';

let stop: () => Promise<void>;
let orders: typeof import('./payment-order.ts');

beforeAll(async () => {
  stop = await startTable();
  // Loaded once the environment says where the table is.
  orders = await import('./payment-order.ts');
});
afterAll(() => stop());

it('an order is known to its member alone, and until its money can no longer go back', async () => {
  const order = { orderId: '5O190127TN364715T', userId: 'ada', steps: 1000, packageName: 'A package', merchantId: 'M' };
  await orders.rememberOrder(order);
  const known = (await orders.getOrder('ada', order.orderId)) as typeof order & { readonly expiresAt: number };
  expect(known).toMatchObject(order);
  // Half a year in which it can be disputed, and as much until that is decided.
  expect(known.expiresAt).toBeGreaterThan(Date.now() / 1000 + 365 * 86_400);
  expect(await orders.getOrder('bo', order.orderId)).toBeUndefined();
});
