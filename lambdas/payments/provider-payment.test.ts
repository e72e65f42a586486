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

type Recorded = Pick<LedgerEntry, 'source' | 'sourceId' | 'purchasedCm'>;

const payment = (steps: number, reversals: readonly Reversal[] = []): CreditablePayment => ({
  provider: 'stripe',
  paymentId: 'pi_1',
  userId: 'ada',
  steps,
  packageName: 'Depth',
  cents: priceCents(steps),
  currency: 'usd',
  reversals,
});

const refund = (id: string, cents: number, state: Reversal['state'] = 'taken'): Reversal => ({
  source: 'refund',
  id,
  cents,
  state,
});

/** Applies all missing changes and returns the resulting ledger. */
function settle(of: CreditablePayment, recorded: readonly Recorded[] = []): Recorded[] {
  const ledger = [...recorded];
  for (let change = computeNextChange(of, ledger); change; change = computeNextChange(of, ledger)) {
    expect(ledger.some(({ source, sourceId }) => source === change?.source && sourceId === change.sourceId)).toBe(
      false,
    );
    ledger.push(change);
    expect(ledger.length).toBeLessThan(100);
  }
  return ledger;
}

/** The entries of a ledger that belong to a payment. */
const entriesOf = (of: CreditablePayment, ledger: readonly Recorded[]) =>
  ledger.filter(({ source, sourceId }) =>
    listPossibleEntries(of).some((entry) => entry.source === source && entry.sourceId === sourceId),
  );

const net = (ledger: readonly Recorded[]) => ledger.reduce((sum, { purchasedCm }) => sum + purchasedCm, 0);

describe('a payment', () => {
  it('credits what was bought, once', () => {
    const ledger = settle(payment(1000));
    expect(ledger).toMatchObject([{ source: 'stripe', sourceId: 'pi_1', purchasedCm: 10_000 }]);
    expect(computeNextChange(payment(1000), ledger)).toBeUndefined();
  });

  it('is credited and debited if it was refunded before its first event', () => {
    const ledger = settle(payment(1000, [refund('re_1', 100)]));
    expect(ledger.map(({ source, purchasedCm }) => [source, purchasedCm])).toEqual([
      ['stripe', 10_000],
      ['refund', -10_000],
    ]);
  });

  it('is debited in proportion to a partial refund', () => {
    expect(net(settle(payment(1000, [refund('re_1', 25)])))).toBe(7500);
  });

  it('leaves no depth after a full refund, even with a rounded price', () => {
    // 100.4 m cost 100 cents.
    expect(net(settle(payment(1004, [refund('re_1', 33), refund('re_2', 33), refund('re_3', 34)])))).toBe(0);
  });

  it('is credited again for a refund that failed later', () => {
    const before = settle(payment(1000, [refund('re_1', 100)]));
    const ledger = settle(payment(1000, [refund('re_1', 100, 'returned')]), before);
    expect(ledger.at(-1)).toMatchObject({ source: 'reinstatement', sourceId: 're_1', purchasedCm: 10_000 });
    expect(net(ledger)).toBe(10_000);
  });

  it('has no entry for a refund that failed before it was debited', () => {
    expect(settle(payment(1000, [refund('re_1', 100, 'returned')]))).toHaveLength(1);
  });

  it('is never debited more than it was credited, with a refund and a dispute', () => {
    const lostDispute: Reversal = { source: 'dispute', id: 'dp_1', cents: 100, state: 'taken' };
    expect(net(settle(payment(1000, [refund('re_1', 60), lostDispute])))).toBe(0);
  });

  it.each([100, 40])('is debited once for %d cents reported as a dispute first and as a refund later', (cents) => {
    const lostDispute: Reversal = { source: 'dispute', id: 'X', cents, state: 'taken' };
    const before = settle(payment(1000, [lostDispute]));
    expect(net(before)).toBe(100 * (100 - cents));

    const later = payment(1000, [refund('X', cents)]);
    expect(computeNextChange(later, entriesOf(later, before))).toBeUndefined();

    const after = settle(payment(1000, [refund('X', cents, 'returned')]), before);
    expect(after.at(-1)).toMatchObject({ source: 'reinstatement', sourceId: 'X' });
    expect(net(after)).toBe(10_000);
  });

  it('always leaves the purchased depth less the reversed share, for any history of refunds', () => {
    const history = fc.record({
      steps: fc.integer({ min: 495, max: 100_000 }),
      states: fc.array(
        fc.array(fc.record({ id: fc.integer({ min: 0, max: 5 }), returned: fc.boolean(), share: fc.nat(100) }), {
          maxLength: 6,
        }),
        { maxLength: 6 },
      ),
    });

    fc.assert(
      fc.property(history, ({ steps, states }) => {
        const cents = priceCents(steps);
        const knownReversals = new Map<number, Reversal>();
        let ledger: Recorded[] = [];

        for (const news of states) {
          for (const { id, returned, share } of news) {
            const before = knownReversals.get(id);
            // A returned refund is final, and refunds don't exceed the payment.
            const remainingCents =
              cents - [...knownReversals.values()].reduce((sum, it) => sum + (it.state === 'taken' ? it.cents : 0), 0);
            const size = before?.cents ?? Math.min(remainingCents, Math.floor((cents * share) / 100));
            if (!before && size === 0) continue;
            const state = before?.state === 'returned' || returned ? 'returned' : 'taken';
            knownReversals.set(id, refund(`re_${id}`, size, state));
          }
          const now = payment(steps, [...knownReversals.values()]);
          ledger = settle(now, ledger);
          const takenCents = now.reversals.reduce((sum, it) => sum + (it.state === 'taken' ? it.cents : 0), 0);
          const boughtCm = stepsToCentimetres(steps);
          expect(net(ledger)).toBe(boughtCm - Math.floor((boughtCm * takenCents) / cents));
          for (const { source, sourceId } of ledger)
            expect(listPossibleEntries(now)).toContainEqual({ source, sourceId });
        }
      }),
    );
  });
});

describe('findObjection', () => {
  it.each([
    [{ ...payment(1000), userId: undefined }, 'it names no member or no depth'],
    [{ ...payment(1000), steps: undefined }, 'it names no member or no depth'],
    [{ ...payment(1000), currency: 'jpy' }, 'it was not paid in US dollars'],
    [payment(1000), undefined],
  ])('returns why a payment cannot be credited (%#)', (paid, reason) => {
    expect(findObjection(paid)).toBe(reason);
  });
});

describe('isPaidInFull', () => {
  it('checks the price only of payments that are not credited yet', () => {
    const underpaid = { ...payment(1000), cents: 99 };
    expect(isPaidInFull(payment(1000), [])).toBe(true);
    expect(isPaidInFull(underpaid, [])).toBe(false);
    expect(isPaidInFull(underpaid, [{ source: 'paypal', sourceId: 'pi_1', purchasedCm: 10_000 }])).toBe(false);
    expect(isPaidInFull(underpaid, [{ source: 'stripe', sourceId: 'pi_1', purchasedCm: 10_000 }])).toBe(true);
  });
});
