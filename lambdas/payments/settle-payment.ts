import { toMetres } from '../../shared/depth/depth.ts';
import { Throttled } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { countMetric } from '../platform/metrics.ts';
import { sendDepth } from '../sockets/send-to-members.ts';
import { changeDepthIfUnchanged, type DepthChange, getLedgerEntries } from '../table/ledger.ts';
import { getMember, isDeleted } from '../table/profile.ts';
import { deleteUnclaimed, recordUnclaimed } from '../table/unclaimed-payment.ts';
import {
  type CreditablePayment,
  computeNextChange,
  findObjection,
  isPaidInFull,
  listPossibleEntries,
  type ProviderPayment,
} from './provider-payment.ts';

/** Each attempt writes one entry, or detects that a concurrent call has written one. */
const MAX_ATTEMPTS = 40;

/**
 * Updates the ledger to the current state of a payment.
 *
 * Credits a payment once and debits each reversal once, also when called repeatedly, concurrently, or in any order:
 * each entry is computed from the stored ledger and written only if the ledger is unchanged.
 * See docs/adr/0016-payments.md.
 *
 * Records and logs a payment that can't be credited. An operator refunds or assigns it.
 *
 * @throws Throttled if concurrent changes of the same profile defeat every attempt
 */
export async function settlePayment(payment: ProviderPayment): Promise<void> {
  const objection = findObjection(payment);
  if (objection) return recordAsUnclaimed(payment, objection);
  const creditable = payment as CreditablePayment;
  const { userId } = creditable;
  let changed = false;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const member = await getMember(userId, { consistent: true });
    const profile = isDeleted(member) ? undefined : member;
    const recorded = await getLedgerEntries(userId, listPossibleEntries(payment));
    if (!isPaidInFull(creditable, recorded)) return recordAsUnclaimed(payment, 'it was not paid in full');
    const change = computeNextChange(creditable, recorded);
    if (!change) {
      await deleteUnclaimed(payment);
      if (changed && profile) await sendDepth(userId, toMetres(profile.depth));
      return;
    }
    if (!profile) {
      return recordAsUnclaimed(payment, member ? 'the member has deleted their account' : 'the member does not exist');
    }
    if (!(await changeDepthIfUnchanged(profile, change))) continue;
    changed = true;
    recordMetrics(change);
  }
  throw new Throttled();
}

/** Adds a ledger change to the payment metrics. */
function recordMetrics({ source, payment }: DepthChange): void {
  if (source === 'refund' || source === 'dispute') countMetric('paymentsReversed');
  if (source !== 'stripe' && source !== 'paypal') return;
  countMetric('paymentsCredited');
  countMetric('centsCredited', payment?.cents ?? 0);
}

async function recordAsUnclaimed(payment: ProviderPayment, reason: string): Promise<void> {
  const { provider, paymentId, cents, currency, userId } = payment;
  await recordUnclaimed({ provider, paymentId, cents, currency, userId, reason });
  countMetric('paymentsUnclaimed');
  logger.error('Payment not credited', { provider, paymentId, reason });
}
