import type { LedgerPayment } from '../../shared/contract/ledger.ts';
import { priceCents, stepsToCentimetres } from '../../shared/rules/prices.ts';
import type { DepthChange, LedgerEntry } from '../table/ledger.ts';

/** A refund or lost dispute of a payment. */
export interface Reversal {
  readonly source: 'refund' | 'dispute';
  /** The provider's ID. */
  readonly id: string;
  readonly cents: number;
  /** 'returned' if the money came back, because the refund failed. */
  readonly state: 'taken' | 'returned';
}

/** The reason why a payment can't be credited. The log contains it, so it is a fixed text. */
export type Objection =
  | 'it names no member or no depth'
  | 'it was not paid in US dollars'
  | 'it was not paid in full'
  | 'the member has deleted their account'
  | 'the member does not exist'
  | 'the payer changed the member or the merchant of the order'
  | 'no member has this order, or the account was deleted';

/** The current state of a received payment at its provider. */
export interface ProviderPayment {
  readonly provider: 'stripe' | 'paypal';
  readonly paymentId: string;
  /** The member that the payment names, if any. */
  readonly userId: string | undefined;
  /** Purchased depth, in tenths of a metre, if the payment names one. */
  readonly steps: number | undefined;
  readonly packageName: string;
  readonly cents: number;
  /** In lower case, such as `usd`. */
  readonly currency: string;
  readonly reversals: readonly Reversal[];
  /** The reason why the payment must not be credited, if its provider's data differ from the order. */
  readonly objection?: Objection | undefined;
}

/** A payment that can be credited to a member. */
export type CreditablePayment = ProviderPayment & { readonly userId: string; readonly steps: number };

/** The part of a ledger entry that determines the next change. */
type RecordedEntry = Pick<LedgerEntry, 'source' | 'sourceId' | 'purchasedCm'>;

/** Returns the reason why a payment can't be credited, or undefined if it can be credited. */
export function findObjection({ userId, steps, currency, objection }: ProviderPayment): Objection | undefined {
  if (objection !== undefined) return objection;
  if (userId === undefined || steps === undefined) return 'it names no member or no depth';
  if (currency !== 'usd') return 'it was not paid in US dollars';
  return undefined;
}

/**
 * Returns whether a payment covers the price. True for every credited payment: the price may have changed since, and
 * the payment's reversals must still be debited.
 *
 * @param recordedEntries - the ledger's entries among {@link listPossibleEntries}
 */
export function isPaidInFull(
  { provider, paymentId, steps, cents }: CreditablePayment,
  recordedEntries: readonly RecordedEntry[],
): boolean {
  const isCredited = recordedEntries.some(({ source, sourceId }) => source === provider && sourceId === paymentId);
  return isCredited || cents === priceCents(steps);
}

/** Returns the cents of a payment that its payer got back. */
export function computeReturnedCents({ reversals }: Pick<ProviderPayment, 'reversals'>): number {
  return reversals.filter(({ state }) => state === 'taken').reduce((sum, { cents }) => sum + cents, 0);
}

/** The sources of ledger entries that belong to a reversal. */
const REVERSAL_SOURCES = ['refund', 'dispute', 'reinstatement'] as const;

/** Returns the source and ID of every ledger entry that a payment can have. */
export function listPossibleEntries({ provider, paymentId, reversals }: ProviderPayment) {
  return [
    { source: provider, sourceId: paymentId },
    ...reversals.flatMap(({ id: sourceId }) => REVERSAL_SOURCES.map((source) => ({ source, sourceId }))),
  ];
}

/**
 * Computes the next missing ledger entry of a payment: first its credit, then reinstatements, then reversals.
 *
 * Once no entry is missing, the ledger holds the purchased depth minus the reversed share, to the centimetre. The order
 * of events doesn't matter.
 *
 * @param recordedEntries - the ledger's entries among {@link listPossibleEntries}
 * @returns undefined if no entry is missing
 */
export function computeNextChange(
  payment: CreditablePayment,
  recordedEntries: readonly RecordedEntry[],
): DepthChange | undefined {
  const { provider, paymentId, steps, cents, reversals } = payment;
  const findEntry = (source: string, id: string) =>
    recordedEntries.find((entry) => entry.source === source && entry.sourceId === id);

  const boughtCm = stepsToCentimetres(steps);
  if (!findEntry(provider, paymentId)) {
    return buildChange(payment, { source: provider, sourceId: paymentId, purchasedCm: boughtCm, cents });
  }

  // A chargeback can appear as a dispute first and as a refund later, with the same ID. It is debited once.
  const findDebit = (id: string) => findEntry('refund', id) ?? findEntry('dispute', id);

  /** Returns the centimetres that a part of the price has bought, rounded down. */
  const toCentimetres = (partCents: number) => Math.floor((boughtCm * Math.min(partCents, cents)) / cents);
  const sumCentimetres = (parts: readonly Reversal[]) =>
    toCentimetres(parts.reduce((sum, part) => sum + part.cents, 0));

  const takenReversals = reversals.filter(({ state }) => state === 'taken');
  const debitedCm = -recordedEntries
    .filter(({ source }) => source !== provider)
    .reduce((sum, { purchasedCm }) => sum + purchasedCm, 0);

  const [returnedReversal, ...laterReturned] = reversals.filter(
    ({ id, state }) => state === 'returned' && findDebit(id) && !findEntry('reinstatement', id),
  );
  if (returnedReversal) {
    const { id, cents: returnedCents } = returnedReversal;
    const debitedReversals = takenReversals.filter((reversal) => findDebit(reversal.id));
    const excessCm = Math.max(0, debitedCm - sumCentimetres(debitedReversals));

    // The last reinstatement includes the rounding difference.
    const isLast = laterReturned.length === 0;
    const debitOfReversalCm = -(findDebit(id)?.purchasedCm ?? 0);
    const purchasedCm = isLast ? excessCm : Math.min(excessCm, debitOfReversalCm);
    return buildChange(payment, { source: 'reinstatement', sourceId: id, purchasedCm, cents: returnedCents });
  }

  const [newReversal, ...laterNew] = takenReversals.filter(({ id }) => !findDebit(id));
  if (!newReversal) return undefined;

  // The last reversal includes the rounding difference.
  const { source, id: sourceId, cents: reversedCents } = newReversal;
  const missingCm = Math.max(0, sumCentimetres(takenReversals) - debitedCm);
  const isLast = laterNew.length === 0;
  const reversedCm = isLast ? missingCm : Math.min(missingCm, toCentimetres(reversedCents));

  // Writes an entry even for zero, so that the ledger lists every reversal. Avoids -0.
  const purchasedCm = reversedCm === 0 ? 0 : -reversedCm;
  return buildChange(payment, { source, sourceId, purchasedCm, cents: -reversedCents });
}

/**
 * Builds a ledger entry of a payment.
 *
 * @param entry.cents - the money that the entry stands for; negative for a reversal
 */
function buildChange(
  { provider, paymentId, userId, packageName }: CreditablePayment,
  { source, sourceId, purchasedCm, cents }: RecordedEntry & { readonly cents: number },
): DepthChange {
  const payment: LedgerPayment = { provider, paymentId, cents, packageName };
  return { userId, source, sourceId, bytes: 0, purchasedCm, payment };
}
