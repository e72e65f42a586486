import { openForJob } from '../access/open-sealed.ts';
import { Throttled } from '../platform/errors.ts';
import { nameForRepair } from '../platform/log-fields.ts';
import { logger } from '../platform/logger.ts';
import { countMetric } from '../platform/metrics.ts';
import { changeDepthIfUnchanged, recordDeletedMemberReversal } from '../table/change-depth.ts';
import { type DepthChange, getLedgerEntries } from '../table/ledger.ts';
import { getMember, isDeleted } from '../table/profile.ts';
import { deleteUnclaimed, getUnclaimed, storeUnclaimed } from '../table/unclaimed-payment.ts';
import {
  type CreditablePayment,
  computeNextChange,
  computeReturnedCents,
  findObjection,
  isPaidInFull,
  listPossibleEntries,
  type Objection,
  type ProviderPayment,
} from './provider-payment.ts';

/** Maximum attempts to write. Each attempt writes one entry, or detects that a concurrent call has written one. */
const MAX_ATTEMPTS = 40;

/** Maximum number of states of a payment that a call settles. Each new state is a concurrent change at the provider. */
const MAX_STATES = 10;

/**
 * Updates the ledger to the current state of a payment.
 *
 * Credits a payment once and debits each reversal once, even if calls are repeated, concurrent, or in any order. Each
 * entry is computed from the stored ledger, and written only if the ledger is unchanged. See docs/adr/0016-payments.md.
 *
 * Records and logs a payment that can't be credited, until its money has been returned. Never records a credited
 * payment as unclaimed: if its member has deleted their account, its reversals are added to the retained ledger.
 *
 * @param payment - the state that was just read
 * @param readAgain - reads the payment's state again. Called after the unclaimed record has changed, because a
 *   concurrent call may have settled a newer state in between, which this record would hide
 * @throws Throttled if concurrent changes of the same profile defeat every attempt
 */
export async function settlePayment(
  payment: ProviderPayment,
  readAgain: () => Promise<ProviderPayment | undefined>,
): Promise<void> {
  let state: ProviderPayment | undefined = payment;
  for (let count = 0; state; count++) {
    if (count === MAX_STATES) throw new Throttled();
    state = (await settleState(state)) ? await readAgain() : undefined;
  }
}

/**
 * Settles one state of a payment.
 *
 * @returns whether the record of an unclaimed payment changed
 */
async function settleState(payment: ProviderPayment): Promise<boolean> {
  // Without an objection, the payment names a member and a depth.
  const objection = findObjection(payment) ?? (await creditAndDebit(payment as CreditablePayment));
  const isReturned = computeReturnedCents(payment) >= payment.cents;

  if (objection === undefined || isReturned) return deleteUnclaimed(payment);
  return recordAsUnclaimed(payment, objection);
}

/**
 * Writes all missing ledger entries of a payment.
 *
 * @returns the reason why the payment can't be credited, or undefined if it is credited
 */
async function creditAndDebit(payment: CreditablePayment): Promise<Objection | undefined> {
  const { userId, provider } = payment;

  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const sealedMember = getMember(userId, { consistent: true });
    const member = await openForJob('credits the member that a payment names', sealedMember);
    const profile = isDeleted(member) ? undefined : member;

    const entries = await getLedgerEntries(userId, listPossibleEntries(payment));
    if (!isPaidInFull(payment, entries)) return 'it was not paid in full';

    const change = computeNextChange(payment, entries);
    if (!change) return undefined;

    // Without a profile, no one can be credited. A reversal is added to the retained ledger instead.
    if (!profile && change.source === provider) {
      return member ? 'the member has deleted their account' : 'the member does not exist';
    }

    const wasWritten = profile
      ? await changeDepthIfUnchanged(profile, change)
      : await recordDeletedMemberReversal(change);
    if (wasWritten) recordMetrics(change);
  }

  throw new Throttled();
}

/** Adds a ledger change to the payment metrics. */
function recordMetrics({ source, payment }: DepthChange): void {
  if (source === 'refund' || source === 'dispute') countMetric('paymentsReversed');

  if (source === 'stripe' || source === 'paypal') {
    countMetric('paymentsCredited');
    countMetric('centsCredited', payment?.cents ?? 0);
  }
}

/**
 * Records an uncredited payment. Raises the alarm when the payment is new, and not again for each of its events.
 *
 * @returns whether the record changed
 */
async function recordAsUnclaimed(payment: ProviderPayment, reason: Objection): Promise<boolean> {
  const { provider, paymentId, cents, currency, userId } = payment;
  const returnedCents = computeReturnedCents(payment);
  const record = await getUnclaimed(payment);
  if (record?.reason === reason && record.returnedCents === returnedCents) return false;

  if (!record) {
    // Raises the alarm before the write, so that a retry after an interruption repeats the alarm instead of losing it.
    countMetric('paymentsUnclaimed');
    logger.error('Payment not credited', { provider, ...nameForRepair({ paymentId }), reason });
  }

  await storeUnclaimed({ provider, paymentId, cents, returnedCents, currency, userId, reason });
  return true;
}
