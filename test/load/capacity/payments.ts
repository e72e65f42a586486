import { readDepthLog } from '../../../lambdas/account/depth-log.ts';
import {
  computeNextChange,
  listPossibleEntries,
  type ProviderPayment,
} from '../../../lambdas/payments/provider-payment.ts';
import { settlePayment as settleState } from '../../../lambdas/payments/settle-payment.ts';
import { readByOwner } from '../../../lambdas/table/by-owner-index.ts';
import {
  changeDepthIfUnchanged,
  getEntriesByKey,
  getLedgerEntries,
  recordDeletedMemberReversal,
} from '../../../lambdas/table/ledger.ts';
import { getOrder, storeOrder } from '../../../lambdas/table/payment-order.ts';
import { getProfile } from '../../../lambdas/table/profile.ts';
import { unseal } from '../../../lambdas/table/sealed.ts';
import { deleteUnclaimed, getUnclaimed, storeUnclaimed } from '../../../lambdas/table/unclaimed-payment.ts';
import { toCaller } from '../caller.ts';
import type { MeasurePattern } from './capacity-sheet.ts';
import { createMember } from './small-community.ts';

/** Measures payments: credits, reversals, and the ledger. */
export async function measurePayments(measure: MeasurePattern): Promise<void> {
  const { userId } = await createMember(0, 20);
  const buildPayment = (paymentId: string) => ({
    provider: 'stripe' as const,
    paymentId,
    userId,
    steps: 1000,
    packageName: '100m Depth Package',
    cents: 100,
    currency: 'usd',
    reversals: [],
  });

  // The payment's state at the provider doesn't change.
  const settlePayment = (state: ProviderPayment) => settleState(state, async () => state);
  const firstPayment = buildPayment('pi_3SWb0aLkdIwHu7ix0000000001');
  const secondPayment = buildPayment('pi_3SWb0aLkdIwHu7ix0000000002');

  await measure('getLedgerEntries, of a payment', () => getLedgerEntries(userId, listPossibleEntries(firstPayment)));

  const profile = unseal(await getProfile(userId, { consistent: true }))!;
  await measure('changeDepthIfUnchanged', () => changeDepthIfUnchanged(profile, computeNextChange(firstPayment, [])!));
  await measure('settlePayment, the whole request', () => settlePayment(secondPayment));
  await measure('settlePayment, repeated', () => settlePayment(secondPayment));

  const refundedPayment: ProviderPayment = {
    ...secondPayment,
    reversals: [{ source: 'refund', id: 're_3SWb0aLkdIwHu7ix0000000001', cents: 25, state: 'taken' }],
  };
  await measure('settlePayment, with a refund', () => settlePayment(refundedPayment));

  const order = {
    orderId: '5O190127TN364715T',
    userId,
    steps: 1000,
    packageName: firstPayment.packageName,
    merchantId: 'M1',
  };
  await measure('storeOrder', () => storeOrder(order));
  await measure('getOrder', () => getOrder(userId, order.orderId));

  const unclaimedPayment = {
    provider: 'stripe',
    paymentId: 'pi_1',
    cents: 100,
    returnedCents: 0,
    currency: 'usd',
    reason: 'none',
  } as const;
  await measure('storeUnclaimed', () => storeUnclaimed(unclaimedPayment));

  const reversal = { userId: 'left', source: 'refund', sourceId: 're_1', bytes: 0, purchasedCm: -1000 } as const;
  await measure('recordDeletedMemberReversal', () => recordDeletedMemberReversal(reversal));
  await measure('getUnclaimed', () => getUnclaimed(unclaimedPayment));
  await measure('deleteUnclaimed', () => deleteUnclaimed(unclaimedPayment));

  // The ledger then has at least one page of 20 entries.
  for (let number = 0; number < 18; number++) await settlePayment(buildPayment(`pi_3SWb0aLkdIwHu7ix00000001${number}`));

  const limit = 20;
  const page = { kind: 'LEDGER', userId, depth: undefined, limit, from: {} } as const;
  const { rows } = await readByOwner(page);
  await measure('getEntriesByKey, 20', () => getEntriesByKey(rows));
  await measure('readDepthLog, 20, the whole request', () => readDepthLog(toCaller(userId), { limit }));
}
