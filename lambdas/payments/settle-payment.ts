import { toMetres } from '../../shared/depth/depth.ts';
import { Throttled } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { count } from '../platform/metrics.ts';
import { sendDepth } from '../sockets/send-to-members.ts';
import { changeDepthFrom, type DepthChange, getLedgerEntries } from '../table/ledger.ts';
import { getPerson, isDeleted } from '../table/profile.ts';
import { forgetUnclaimed, keepUnclaimed } from '../table/unclaimed-payment.ts';
import {
  type CreditablePayment,
  isPaidInFull,
  nextChange,
  objectionTo,
  type ProviderPayment,
  possibleEntries,
} from './provider-payment.ts';

/** Each attempt either makes a change or finds that somebody else has made one. */
const MAX_ATTEMPTS = 40;

/**
 * Brings the ledger in line with a payment as its provider has it by now. However often, in whatever order and from how
 * many places at once it is called, the money becomes depth once, and what went back is debited once: each change is
 * worked out from the ledger as it is, and written only if nothing has changed meanwhile.
 *
 * A payment that nobody can be credited with is kept, and reported: it is for an operator to return or to assign.
 *
 * @throws Throttled when others change the same profile so often that no attempt gets through
 */
export async function settlePayment(payment: ProviderPayment): Promise<void> {
  const objection = objectionTo(payment);
  if (objection) return report(payment, objection);
  const creditable = payment as CreditablePayment;
  const { userId } = creditable;
  let changed = false;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const person = await getPerson(userId, { consistent: true });
    const present = isDeleted(person) ? undefined : person;
    const recorded = await getLedgerEntries(userId, possibleEntries(payment));
    if (!isPaidInFull(creditable, recorded)) return report(payment, 'it was not paid in full');
    const change = nextChange(creditable, recorded);
    if (!change) {
      await forgetUnclaimed(payment);
      if (changed && present) await sendDepth(userId, toMetres(present.depth));
      return;
    }
    if (!present) return report(payment, person ? 'its member has left' : 'there is no such member');
    if (!(await changeDepthFrom(present, change))) continue;
    changed = true;
    tally(change);
  }
  throw new Throttled();
}

/** Counts what has moved, for those who operate it. */
function tally({ source, payment }: DepthChange): void {
  if (source === 'refund' || source === 'dispute') count('paymentsReversed');
  if (source !== 'stripe' && source !== 'paypal') return;
  count('paymentsCredited');
  count('centsCredited', payment?.cents ?? 0);
}

async function report(payment: ProviderPayment, reason: string): Promise<void> {
  const { provider, paymentId, cents, currency, userId } = payment;
  await keepUnclaimed({ provider, paymentId, cents, currency, userId, reason });
  count('paymentsUnclaimed');
  logger.error('A payment is unclaimed', { provider, paymentId, reason });
}
