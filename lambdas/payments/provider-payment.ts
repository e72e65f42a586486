import type { LedgerPayment } from '../../shared/contract/ledger.ts';
import { centimetresOf, priceCents } from '../../shared/depth/prices.ts';
import type { DepthChange, LedgerEntry } from '../table/ledger.ts';

/** Money of a payment that went back. */
export interface Taking {
  readonly source: 'refund' | 'dispute';
  /** The provider's own id. */
  readonly id: string;
  readonly cents: number;
  /** Whether it is gone, or came back: a refund that failed. */
  readonly state: 'taken' | 'returned';
}

/** A payment as its provider has it by now: the money was received. */
export interface ProviderPayment {
  readonly provider: 'stripe' | 'paypal';
  readonly paymentId: string;
  /** Whom it names; undefined when it names nobody. */
  readonly userId: string | undefined;
  /** What it was for, in tenths of a metre; undefined when it does not say. */
  readonly steps: number | undefined;
  readonly packageName: string;
  readonly cents: number;
  /** In lower case, as `usd`. */
  readonly currency: string;
  readonly takings: readonly Taking[];
}

/** A payment that somebody can be credited with. */
export type CreditablePayment = ProviderPayment & { readonly userId: string; readonly steps: number };

type Recorded = Pick<LedgerEntry, 'source' | 'sourceId' | 'purchasedCm'>;

/** Why a payment cannot be credited, if it cannot be: it was not begun here, or something has altered it. */
export function objectionTo({ userId, steps, currency }: ProviderPayment): string | undefined {
  if (userId === undefined || steps === undefined) return 'it names no member, or no depth';
  if (currency !== 'usd') return 'it was not paid in US dollars';
  return undefined;
}

/**
 * Whether a payment covers what it was for. What is credited did so when it was: the price may have changed since, and
 * what goes back has to be debited all the same.
 *
 * @param recorded - the entries of the ledger among {@link possibleEntries}
 */
export function isPaidInFull(
  { provider, paymentId, steps, cents }: CreditablePayment,
  recorded: readonly Recorded[],
): boolean {
  const credited = recorded.some(({ source, sourceId }) => source === provider && sourceId === paymentId);
  return credited || cents === priceCents(steps);
}

/** What an entry that has to do with a taking can be called. */
const OF_TAKINGS = ['refund', 'dispute', 'reinstatement'] as const;

/** Everything that a payment can have written to the ledger. */
export function possibleEntries({ provider, paymentId, takings }: ProviderPayment) {
  return [
    { source: provider, sourceId: paymentId },
    ...takings.flatMap(({ id: sourceId }) => OF_TAKINGS.map((source) => ({ source, sourceId }))),
  ];
}

/**
 * The next change that brings a ledger in line with a payment: first its credit, then what came back, then what was
 * taken. Whatever order events came in, once there is no next change the ledger holds what was bought less the share
 * of it that was paid back, to the centimetre.
 *
 * @param recorded - the entries of the ledger among {@link possibleEntries}
 * @returns undefined when nothing is missing
 */
export function nextChange(payment: CreditablePayment, recorded: readonly Recorded[]): DepthChange | undefined {
  const { provider, paymentId, userId, steps, cents, packageName, takings } = payment;
  const find = (source: string, id: string) => recorded.find((it) => it.source === source && it.sourceId === id);
  // Money that a bank has taken back may be called a dispute at first, and a refund later: its id says that it went once.
  const findTaking = (id: string) => find('refund', id) ?? find('dispute', id);
  const change = (source: Recorded['source'], sourceId: string, purchasedCm: number, moved: number): DepthChange => {
    const about: LedgerPayment = { provider, paymentId, cents: moved, packageName };
    return { userId, source, sourceId, bytes: 0, purchasedCm, payment: about };
  };
  const bought = centimetresOf(steps);
  if (!find(provider, paymentId)) return change(provider, paymentId, bought, cents);

  const share = (part: number) => Math.floor((bought * Math.min(part, cents)) / cents);
  const shareOf = (parts: readonly Taking[]) => share(parts.reduce((sum, { cents: part }) => sum + part, 0));
  const taken = takings.filter(({ state }) => state === 'taken');
  const debited = -recorded
    .filter(({ source }) => source !== provider)
    .reduce((sum, { purchasedCm }) => sum + purchasedCm, 0);

  const [back, ...moreBack] = takings.filter(
    ({ id, state }) => state === 'returned' && findTaking(id) && !find('reinstatement', id),
  );
  if (back) {
    const excess = Math.max(0, debited - shareOf(taken.filter(({ id }) => findTaking(id))));
    // The last one settles what rounding has left.
    const own = moreBack.length === 0 ? excess : -(findTaking(back.id)?.purchasedCm ?? 0);
    return change('reinstatement', back.id, Math.min(excess, own), back.cents);
  }
  const [first, ...more] = taken.filter(({ id }) => !findTaking(id));
  if (!first) return undefined;
  const rest = Math.max(0, shareOf(taken) - debited);
  const part = more.length === 0 ? rest : Math.min(rest, share(first.cents));
  // Zero is written as well: that the money went back is told, even where depth went before it.
  return change(first.source, first.id, part === 0 ? 0 : -part, -first.cents);
}
