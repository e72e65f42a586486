import { readDepthLog } from '../../../lambdas/account/depth-log.ts';
import { nextChange, type ProviderPayment, possibleEntries } from '../../../lambdas/payments/provider-payment.ts';
import { settlePayment } from '../../../lambdas/payments/settle-payment.ts';
import { readByOwner } from '../../../lambdas/table/by-owner-index.ts';
import { changeDepthFrom, getEntriesOfList, getLedgerEntries } from '../../../lambdas/table/ledger.ts';
import { getOrder, rememberOrder } from '../../../lambdas/table/payment-order.ts';
import { getProfile } from '../../../lambdas/table/profile.ts';
import { forgetUnclaimed, keepUnclaimed } from '../../../lambdas/table/unclaimed-payment.ts';
import type { Pattern } from './capacity-sheet.ts';
import { join } from './small-community.ts';

/** What it costs when money becomes depth, and when the log of it is read. */
export async function measurePayments(pattern: Pattern): Promise<void> {
  const { userId } = await join(0, 20);
  const payment = (paymentId: string) => ({
    provider: 'stripe' as const,
    paymentId,
    userId,
    steps: 1000,
    packageName: '100m Depth Package',
    cents: 100,
    currency: 'usd',
    takings: [],
  });
  const first = payment('pi_3SWb0aLkdIwHu7ix0000000001');
  const second = payment('pi_3SWb0aLkdIwHu7ix0000000002');
  await pattern('getLedgerEntries, of a payment', () => getLedgerEntries(userId, possibleEntries(first)));
  const before = (await getProfile(userId, { consistent: true }))!;
  await pattern('changeDepthFrom', () => changeDepthFrom(before, nextChange(first, [])!));
  await pattern('settlePayment, the whole of it', () => settlePayment(second));
  await pattern('settlePayment, repeated', () => settlePayment(second));
  const refunded: ProviderPayment = {
    ...second,
    takings: [{ source: 'refund', id: 're_3SWb0aLkdIwHu7ix0000000001', cents: 25, state: 'taken' }],
  };
  await pattern('settlePayment, with a refund', () => settlePayment(refunded));

  const order = { orderId: '5O190127TN364715T', userId, steps: 1000, packageName: first.packageName, merchantId: 'M1' };
  await pattern('rememberOrder', () => rememberOrder(order));
  await pattern('getOrder', () => getOrder(userId, order.orderId));
  const unclaimed = { provider: 'stripe', paymentId: 'pi_1', cents: 100, currency: 'usd', reason: 'none' } as const;
  await pattern('keepUnclaimed', () => keepUnclaimed(unclaimed));
  await pattern('forgetUnclaimed', () => forgetUnclaimed(unclaimed));

  for (let more = 0; more < 18; more++) await settlePayment(payment(`pi_3SWb0aLkdIwHu7ix00000001${more}`));
  const limit = 20;
  const page = { kind: 'LEDGER', userId, depth: undefined, limit, from: { progress: [] } } as const;
  const { rows } = await readByOwner(page);
  await pattern('getEntriesOfList, 20', () => getEntriesOfList(rows));
  await pattern('readDepthLog, 20: the whole request', () => readDepthLog({ userId, username: userId }, { limit }));
}
