import type { LedgerPayment } from '../../shared/contract/ledger.ts';
import { priceCents, stepsToCentimetres } from '../../shared/rules/prices.ts';
import type { DepthChange, LedgerEntry } from '../table/ledger.ts';

/** A refund or lost dispute of a payment. */
export interface Reversal {
  readonly source: 'refund' | 'dispute';
  /** The provider's ID. */
  readonly id: string;
  readonly cents: number;
  /** 'taken' while the payer has the money; 'returned' if it came back to us, because the refund failed. */
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
  const isCredited = findEntry(recordedEntries, provider, paymentId) !== undefined;
  return isCredited || cents === priceCents(steps);
}

/** Returns the cents of a payment that its payer got back. */
export function computeReturnedCents(payment: Pick<ProviderPayment, 'reversals'>): number {
  return sumCents(listTaken(payment));
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
 * Computes the next missing ledger entry of a payment: first its credit, then reinstatements, then debits of reversals.
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
  return (
    computeCredit(payment, recordedEntries) ??
    computeReinstatement(payment, recordedEntries) ??
    computeDebit(payment, recordedEntries)
  );
}

/** Computes the credit of a payment, unless it is recorded. */
function computeCredit(payment: CreditablePayment, recordedEntries: readonly RecordedEntry[]): DepthChange | undefined {
  const { provider: source, paymentId: sourceId, steps, cents } = payment;
  if (findEntry(recordedEntries, source, sourceId)) return undefined;

  return buildChange(payment, { source, sourceId, purchasedCm: stepsToCentimetres(steps), cents });
}

/** Computes the next missing reinstatement, which undoes the debit of a reversal whose money came back. */
function computeReinstatement(
  payment: CreditablePayment,
  recordedEntries: readonly RecordedEntry[],
): DepthChange | undefined {
  const [reversal, ...laterReversals] = payment.reversals.filter(
    ({ id, state }) =>
      state === 'returned' && findDebit(recordedEntries, id) && !findEntry(recordedEntries, 'reinstatement', id),
  );
  if (!reversal) return undefined;

  // The debits of the reversals that are still taken must stay.
  const debitedReversals = listTaken(payment).filter(({ id }) => findDebit(recordedEntries, id));
  const debitedCm = sumDebitedCm(payment, recordedEntries);
  const excessCm = Math.max(0, debitedCm - toCentimetres(payment, sumCents(debitedReversals)));

  // The last reinstatement includes the rounding difference.
  const isLast = laterReversals.length === 0;
  const debitOfReversalCm = -(findDebit(recordedEntries, reversal.id)?.purchasedCm ?? 0);
  const purchasedCm = isLast ? excessCm : Math.min(excessCm, debitOfReversalCm);

  return buildChange(payment, {
    source: 'reinstatement',
    sourceId: reversal.id,
    purchasedCm,
    cents: reversal.cents,
  });
}

/** Computes the next missing debit of a reversal. */
function computeDebit(payment: CreditablePayment, recordedEntries: readonly RecordedEntry[]): DepthChange | undefined {
  const takenReversals = listTaken(payment);
  const [reversal, ...laterReversals] = takenReversals.filter(({ id }) => !findDebit(recordedEntries, id));
  if (!reversal) return undefined;

  const debitedCm = sumDebitedCm(payment, recordedEntries);
  const missingCm = Math.max(0, toCentimetres(payment, sumCents(takenReversals)) - debitedCm);

  // The last debit includes the rounding difference.
  const isLast = laterReversals.length === 0;
  const reversedCm = isLast ? missingCm : Math.min(missingCm, toCentimetres(payment, reversal.cents));

  // Writes an entry even for zero, so that the ledger lists every reversal. Avoids -0.
  const purchasedCm = reversedCm === 0 ? 0 : -reversedCm;
  return buildChange(payment, { source: reversal.source, sourceId: reversal.id, purchasedCm, cents: -reversal.cents });
}

function findEntry(
  recordedEntries: readonly RecordedEntry[],
  source: string,
  sourceId: string,
): RecordedEntry | undefined {
  return recordedEntries.find((entry) => entry.source === source && entry.sourceId === sourceId);
}

/**
 * Returns the entry that debits a reversal. A chargeback can appear as a dispute first and as a refund later, with the
 * same ID. It is debited once.
 */
function findDebit(recordedEntries: readonly RecordedEntry[], reversalId: string): RecordedEntry | undefined {
  return findEntry(recordedEntries, 'refund', reversalId) ?? findEntry(recordedEntries, 'dispute', reversalId);
}

/** Returns the centimetres that the ledger has taken back: all debits, less the reinstatements. */
function sumDebitedCm({ provider }: CreditablePayment, recordedEntries: readonly RecordedEntry[]): number {
  const reversalEntries = recordedEntries.filter(({ source }) => source !== provider);
  return -reversalEntries.reduce((sum, { purchasedCm }) => sum + purchasedCm, 0);
}

/** Returns the centimetres that a part of a payment has bought, rounded down. */
function toCentimetres({ steps, cents }: CreditablePayment, partCents: number): number {
  return Math.floor((stepsToCentimetres(steps) * Math.min(partCents, cents)) / cents);
}

/** Returns the reversals whose money the payer still has. */
function listTaken({ reversals }: Pick<ProviderPayment, 'reversals'>): Reversal[] {
  return reversals.filter(({ state }) => state === 'taken');
}

function sumCents(reversals: readonly Reversal[]): number {
  return reversals.reduce((sum, { cents }) => sum + cents, 0);
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
