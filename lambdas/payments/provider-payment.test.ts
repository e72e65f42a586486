/**
 * Tests of the changes that bring a member's ledger to the state of a payment: a credit for the payment, and debits
 * for its refunds and disputes (reversals). A step of depth is 10 cm, and a cent buys a metre.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceCents, stepsToCentimetres } from '../../shared/rules/prices.ts';
import type { LedgerEntry } from '../table/ledger.ts';
import {
  type CreditablePayment,
  computeNextChange,
  findObjection,
  isPaidInFull,
  listPossibleEntries,
  type Reversal,
} from './provider-payment.ts';

type RecordedEntry = Pick<LedgerEntry, 'source' | 'sourceId' | 'purchasedCm'>;

/** Depth that a cent buys, in centimetres. */
const CM_PER_CENT = 100;

/** Builds a fully paid payment for this number of steps of 10 cm. */
const buildPayment = (steps: number, reversals: readonly Reversal[] = []): CreditablePayment => ({
  provider: 'stripe',
  paymentId: 'pi_1',
  userId: 'ada',
  steps,
  packageName: 'Depth',
  cents: priceCents(steps),
  currency: 'usd',
  reversals,
});

const buildRefund = (id: string, cents: number, state: Reversal['state'] = 'taken'): Reversal => ({
  source: 'refund',
  id,
  cents,
  state,
});

/**
 * Applies all missing changes of a payment to a ledger, and returns the resulting ledger. Fails the test if a change
 * repeats an entry, or if the changes don't end.
 */
function settle(payment: CreditablePayment, recordedEntries: readonly RecordedEntry[] = []): RecordedEntry[] {
  const ledger = [...recordedEntries];
  let change = computeNextChange(payment, ledger);

  while (change) {
    const { source, sourceId } = change;
    const isRecorded = ledger.some((entry) => entry.source === source && entry.sourceId === sourceId);
    expect(isRecorded).toBe(false);

    ledger.push(change);
    expect(ledger.length).toBeLessThan(100);
    change = computeNextChange(payment, ledger);
  }

  return ledger;
}

/** Returns the entries of a ledger that belong to a payment. */
const filterEntries = (payment: CreditablePayment, ledger: readonly RecordedEntry[]) =>
  ledger.filter(({ source, sourceId }) =>
    listPossibleEntries(payment).some((entry) => entry.source === source && entry.sourceId === sourceId),
  );

const sumCm = (ledger: readonly RecordedEntry[]) => ledger.reduce((sum, { purchasedCm }) => sum + purchasedCm, 0);

const sumTaken = (reversals: Iterable<Reversal>) =>
  [...reversals].reduce((sum, { state, cents }) => sum + (state === 'taken' ? cents : 0), 0);

/** A new refund of a share of the payment, or a new state of a refund with the same ID. */
interface RefundChange {
  readonly id: number;
  readonly isReturned: boolean;
  readonly percent: number;
}

const anyRefundChange = fc.record({
  id: fc.integer({ min: 0, max: 5 }),
  isReturned: fc.boolean(),
  percent: fc.nat(100),
});

/** Generates a payment's steps and its states, each as a list of changes since the previous state. */
const anyHistory = fc.record({
  steps: fc.integer({ min: 495, max: 100_000 }),
  states: fc.array(fc.array(anyRefundChange, { maxLength: 6 }), { maxLength: 6 }),
});

/** Adds the refund of a change to the known refunds of a payment, or updates it. */
function applyRefundChange(
  knownReversals: Map<number, Reversal>,
  { id, isReturned, percent }: RefundChange,
  cents: number,
): void {
  const knownReversal = knownReversals.get(id);

  // Refunds don't exceed the payment.
  const remainingCents = cents - sumTaken(knownReversals.values());
  const newCents = Math.min(remainingCents, Math.floor((cents * percent) / 100));
  const refundedCents = knownReversal?.cents ?? newCents;
  if (!knownReversal && refundedCents === 0) return;

  // A returned refund is final.
  const state = knownReversal?.state === 'returned' || isReturned ? 'returned' : 'taken';
  knownReversals.set(id, buildRefund(`re_${id}`, refundedCents, state));
}

describe('computeNextChange', () => {
  it('credits a payment once with the purchased depth', () => {
    const ledger = settle(buildPayment(1000));
    expect(ledger).toMatchObject([{ source: 'stripe', sourceId: 'pi_1', purchasedCm: 10_000 }]);
    expect(computeNextChange(buildPayment(1000), ledger)).toBeUndefined();
  });

  it('credits and debits a payment that was refunded before its first event', () => {
    const ledger = settle(buildPayment(1000, [buildRefund('re_1', 100)]));
    expect(ledger.map(({ source, purchasedCm }) => [source, purchasedCm])).toEqual([
      ['stripe', 10_000],
      ['refund', -10_000],
    ]);
  });

  it('debits a payment in proportion to a partial refund', () => {
    expect(sumCm(settle(buildPayment(1000, [buildRefund('re_1', 25)])))).toBe(7500);
  });

  it('leaves no depth after a full refund, even at a rounded price', () => {
    // 100.4 m cost 100 cents, so the share of a refund is not a whole number of centimetres.
    const refunds = [buildRefund('re_1', 33), buildRefund('re_2', 33), buildRefund('re_3', 34)];
    expect(sumCm(settle(buildPayment(1004, refunds)))).toBe(0);
  });

  it('credits a payment again for a refund that failed later', () => {
    const earlierLedger = settle(buildPayment(1000, [buildRefund('re_1', 100)]));

    const ledger = settle(buildPayment(1000, [buildRefund('re_1', 100, 'returned')]), earlierLedger);

    expect(ledger.at(-1)).toMatchObject({ source: 'reinstatement', sourceId: 're_1', purchasedCm: 10_000 });
    expect(sumCm(ledger)).toBe(10_000);
  });

  it('adds no ledger entry for a refund that failed before it was debited', () => {
    expect(settle(buildPayment(1000, [buildRefund('re_1', 100, 'returned')]))).toHaveLength(1);
  });

  it('never debits more than the credit of a payment for a refund and a dispute', () => {
    const lostDispute: Reversal = { source: 'dispute', id: 'dp_1', cents: 100, state: 'taken' };
    expect(sumCm(settle(buildPayment(1000, [buildRefund('re_1', 60), lostDispute])))).toBe(0);
  });

  it('credits a payment again for a lost dispute that is won later', () => {
    const lostDispute: Reversal = { source: 'dispute', id: 'dp_1', cents: 100, state: 'taken' };
    const earlierLedger = settle(buildPayment(1000, [lostDispute]));

    const ledger = settle(buildPayment(1000, [{ ...lostDispute, state: 'returned' }]), earlierLedger);

    expect(ledger.at(-1)).toMatchObject({ source: 'reinstatement', sourceId: 'dp_1', purchasedCm: 10_000 });
    expect(sumCm(ledger)).toBe(10_000);
  });

  it.each([100, 40])('debits %d cents once if reported as a dispute first and as a refund later', (cents) => {
    // The dispute and the refund have the same ID.
    const lostDispute: Reversal = { source: 'dispute', id: 'X', cents, state: 'taken' };

    const ledger = settle(buildPayment(1000, [lostDispute]));
    expect(sumCm(ledger)).toBe(CM_PER_CENT * (100 - cents));

    const refundedPayment = buildPayment(1000, [buildRefund('X', cents)]);
    expect(computeNextChange(refundedPayment, filterEntries(refundedPayment, ledger))).toBeUndefined();

    const finalLedger = settle(buildPayment(1000, [buildRefund('X', cents, 'returned')]), ledger);
    expect(finalLedger.at(-1)).toMatchObject({ source: 'reinstatement', sourceId: 'X' });
    expect(sumCm(finalLedger)).toBe(10_000);
  });

  it('leaves the purchased depth minus the refunded share after any history of refunds', () => {
    fc.assert(
      fc.property(anyHistory, ({ steps, states }) => {
        const cents = priceCents(steps);
        const boughtCm = stepsToCentimetres(steps);
        const knownReversals = new Map<number, Reversal>();
        let ledger: RecordedEntry[] = [];

        for (const changes of states) {
          for (const change of changes) applyRefundChange(knownReversals, change, cents);

          const payment = buildPayment(steps, [...knownReversals.values()]);
          ledger = settle(payment, ledger);

          const reversedCm = Math.floor((boughtCm * sumTaken(payment.reversals)) / cents);
          expect(sumCm(ledger)).toBe(boughtCm - reversedCm);

          for (const { source, sourceId } of ledger) {
            expect(listPossibleEntries(payment)).toContainEqual({ source, sourceId });
          }
        }
      }),
    );
  });
});

describe('findObjection', () => {
  it.each([
    ['without a member', { userId: undefined }, 'it names no member or no depth'],
    ['without a depth', { steps: undefined }, 'it names no member or no depth'],
    ['in another currency', { currency: 'jpy' }, 'it was not paid in US dollars'],
  ])('returns the reason why a payment %s cannot be credited', (_, fields, reason) => {
    expect(findObjection({ ...buildPayment(1000), ...fields })).toBe(reason);
  });

  it('returns undefined for a payment that can be credited', () => {
    expect(findObjection(buildPayment(1000))).toBeUndefined();
  });
});

describe('isPaidInFull', () => {
  it('rejects an underpaid payment unless it is already credited', () => {
    const underpaidPayment = { ...buildPayment(1000), cents: 99 };

    expect(isPaidInFull(buildPayment(1000), [])).toBe(true);
    expect(isPaidInFull(underpaidPayment, [])).toBe(false);
    expect(isPaidInFull(underpaidPayment, [{ source: 'paypal', sourceId: 'pi_1', purchasedCm: 10_000 }])).toBe(false);
    expect(isPaidInFull(underpaidPayment, [{ source: 'stripe', sourceId: 'pi_1', purchasedCm: 10_000 }])).toBe(true);
  });
});
