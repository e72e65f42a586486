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

/** Why a payment can't be credited. The log has it, so it is a fixed text. */
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
  /** Why the payment must not be credited, if its provider's data is not as it was ordered. */
  readonly objection?: Objection | undefined;
}

/** A payment that can be credited to a member. */
export type CreditablePayment = ProviderPayment & { readonly userId: string; readonly steps: number };

type Recorded = Pick<LedgerEntry, 'source' | 'sourceId' | 'purchasedCm'>;

/** Returns why a payment can't be credited, or undefined if it can. */
export function findObjection({ userId, steps, currency, objection }: ProviderPayment): Objection | undefined {
  if (objection !== undefined) return objection;
  if (userId === undefined || steps === undefined) return 'it names no member or no depth';
  if (currency !== 'usd') return 'it was not paid in US dollars';
  return undefined;
}

/**
 * Returns whether a payment covers the price. A credited payment always does: the price may have changed since, and its
 * reversals must still be debited.
 *
 * @param recorded - the ledger's entries among {@link listPossibleEntries}
 */
export function isPaidInFull(
  { provider, paymentId, steps, cents }: CreditablePayment,
  recorded: readonly Recorded[],
): boolean {
  const isCredited = recorded.some(({ source, sourceId }) => source === provider && sourceId === paymentId);
  return isCredited || cents === priceCents(steps);
}

/** Returns how many cents of a payment its payer has back. */
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
 * Once no entry is missing, the ledger holds the purchased depth less the reversed share, to the centimetre. The order
 * of events doesn't matter.
 *
 * @param recorded - the ledger's entries among {@link listPossibleEntries}
 * @returns undefined if no entry is missing
 */
export function computeNextChange(payment: CreditablePayment, recorded: readonly Recorded[]): DepthChange | undefined {
  const { provider, paymentId, userId, steps, cents, packageName, reversals } = payment;
  const find = (source: string, id: string) => recorded.find((it) => it.source === source && it.sourceId === id);
  // A chargeback can appear as a dispute first and as a refund later, with the same ID. Debit it once.
  const findReversal = (id: string) => find('refund', id) ?? find('dispute', id);

  const change = (
    source: Recorded['source'],
    sourceId: string,
    purchasedCm: number,
    movedCents: number,
  ): DepthChange => {
    const about: LedgerPayment = { provider, paymentId, cents: movedCents, packageName };
    return { userId, source, sourceId, bytes: 0, purchasedCm, payment: about };
  };

  const boughtCm = stepsToCentimetres(steps);
  if (!find(provider, paymentId)) return change(provider, paymentId, boughtCm, cents);

  const share = (part: number) => Math.floor((boughtCm * Math.min(part, cents)) / cents);
  const shareOf = (parts: readonly Reversal[]) => share(parts.reduce((sum, { cents: part }) => sum + part, 0));
  const takenReversals = reversals.filter(({ state }) => state === 'taken');
  const debitedCm = -recorded
    .filter(({ source }) => source !== provider)
    .reduce((sum, { purchasedCm }) => sum + purchasedCm, 0);

  const [back, ...moreBack] = reversals.filter(
    ({ id, state }) => state === 'returned' && findReversal(id) && !find('reinstatement', id),
  );
  if (back) {
    const excess = Math.max(0, debitedCm - shareOf(takenReversals.filter(({ id }) => findReversal(id))));
    // The last reinstatement includes the rounding difference.
    const ownCm = moreBack.length === 0 ? excess : -(findReversal(back.id)?.purchasedCm ?? 0);
    return change('reinstatement', back.id, Math.min(excess, ownCm), back.cents);
  }
  const [first, ...more] = takenReversals.filter(({ id }) => !findReversal(id));
  if (!first) return undefined;

  const rest = Math.max(0, shareOf(takenReversals) - debitedCm);
  const part = more.length === 0 ? rest : Math.min(rest, share(first.cents));

  // Writes an entry even for zero, so that the ledger lists every reversal.
  return change(first.source, first.id, part === 0 ? 0 : -part, -first.cents);
}
