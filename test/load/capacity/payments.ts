import { readDepthLog } from '../../../lambdas/account/depth-log.ts';
import {
  computeNextChange,
  listPossibleEntries,
  type ProviderPayment,
} from '../../../lambdas/payments/provider-payment.ts';
import { settlePayment } from '../../../lambdas/payments/settle-payment.ts';
import { readByOwner } from '../../../lambdas/table/by-owner-index.ts';
import { changeDepthIfUnchanged, recordDeletedMemberReversal } from '../../../lambdas/table/change-depth.ts';
import { getEntriesByKey, getLedgerEntries } from '../../../lambdas/table/ledger.ts';
import { getOrder, storeOrder } from '../../../lambdas/table/payment-order.ts';
import { getProfile } from '../../../lambdas/table/profile.ts';
import { unseal } from '../../../lambdas/table/sealed.ts';
import { deleteUnclaimed, getUnclaimed, storeUnclaimed } from '../../../lambdas/table/unclaimed-payment.ts';
import { toCaller } from '../caller.ts';
import type { MeasurePattern } from './capacity-sheet.ts';
import { createMember } from './small-community.ts';

/** The input of a payment of $1, which buys 100 m, except its ID and its buyer. Depth is bought in steps of 0.1 m. */
const PAYMENT = {
  provider: 'stripe',
  steps: 1000,
  packageName: '100m Depth Package',
  cents: 100,
  currency: 'usd',
  reversals: [],
} as const;

/** Number of entries on a page of the dive log, which lists a member's ledger. */
const LOG_PAGE_SIZE = 20;

/** Measures payments: credits, reversals, and the ledger. */
export async function measurePayments(measure: MeasurePattern): Promise<void> {
  const { userId } = await createMember(0, 20);

  await measureSettlement(measure, userId);
  await measureOrder(measure, userId);
  await measureUnclaimed(measure);
  await measureLedger(measure, userId);
}

/** Applies a payment's state. The state at the provider doesn't change in the meantime. */
function settle(state: ProviderPayment) {
  return settlePayment(state, async () => state);
}

/** Measures the credit of a payment, its repetition, and a refund. */
async function measureSettlement(measure: MeasurePattern, userId: string): Promise<void> {
  const firstPayment = { ...PAYMENT, userId, paymentId: 'pi_3SWb0aLkdIwHu7ix0000000001' };
  const secondPayment = { ...PAYMENT, userId, paymentId: 'pi_3SWb0aLkdIwHu7ix0000000002' };

  await measure('getLedgerEntries, of a payment', () => getLedgerEntries(userId, listPossibleEntries(firstPayment)));

  const profile = unseal(await getProfile(userId, { consistent: true }))!;
  await measure('changeDepthIfUnchanged', () => changeDepthIfUnchanged(profile, computeNextChange(firstPayment, [])!));
  await measure('settlePayment, the whole request', () => settle(secondPayment));
  await measure('settlePayment, repeated', () => settle(secondPayment));

  const refundedPayment: ProviderPayment = {
    ...secondPayment,
    reversals: [{ source: 'refund', id: 're_3SWb0aLkdIwHu7ix0000000001', cents: 25, state: 'taken' }],
  };
  await measure('settlePayment, with a refund', () => settle(refundedPayment));
}

/** Measures the item of a PayPal order. */
async function measureOrder(measure: MeasurePattern, userId: string): Promise<void> {
  const { steps, packageName } = PAYMENT;
  const order = { orderId: '5O190127TN364715T', userId, steps, packageName, merchantId: 'M1' };

  await measure('storeOrder', () => storeOrder(order));
  await measure('getOrder', () => getOrder(userId, order.orderId));
}

/** Measures payments that no member gets: of an unknown member, and the refund of a deleted member. */
async function measureUnclaimed(measure: MeasurePattern): Promise<void> {
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
}

/** Measures a page of the ledger. */
async function measureLedger(measure: MeasurePattern, userId: string): Promise<void> {
  // The ledger then has at least one page of 20 entries.
  for (let number = 0; number < 18; number++) {
    await settle({ ...PAYMENT, userId, paymentId: `pi_3SWb0aLkdIwHu7ix00000001${number}` });
  }

  const page = { kind: 'LEDGER', userId, depth: undefined, limit: LOG_PAGE_SIZE, from: {} } as const;
  const { rows } = await readByOwner(page);
  await measure('getEntriesByKey, 20', () => getEntriesByKey(rows));
  await measure('readDepthLog, 20, the whole request', () => readDepthLog(toCaller(userId), { limit: LOG_PAGE_SIZE }));
}
