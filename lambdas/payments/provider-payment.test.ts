import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centimetresOf, priceCents } from '../../shared/depth/prices.ts';
import type { LedgerEntry } from '../table/ledger.ts';
import {
  type CreditablePayment,
  isPaidInFull,
  nextChange,
  objectionTo,
  possibleEntries,
  type Taking,
} from './provider-payment.ts';

type Recorded = Pick<LedgerEntry, 'source' | 'sourceId' | 'purchasedCm'>;

const payment = (steps: number, takings: readonly Taking[] = []): CreditablePayment => ({
  provider: 'stripe',
  paymentId: 'pi_1',
  userId: 'ada',
  steps,
  packageName: 'Depth',
  cents: priceCents(steps),
  currency: 'usd',
  takings,
});

const refund = (id: string, cents: number, state: Taking['state'] = 'taken'): Taking => ({
  source: 'refund',
  id,
  cents,
  state,
});

/** Makes every change that is missing; answers the ledger afterwards. */
function settle(of: CreditablePayment, recorded: readonly Recorded[] = []): Recorded[] {
  const ledger = [...recorded];
  for (let change = nextChange(of, ledger); change; change = nextChange(of, ledger)) {
    expect(ledger.some(({ source, sourceId }) => source === change?.source && sourceId === change.sourceId)).toBe(
      false,
    );
    ledger.push(change);
    expect(ledger.length).toBeLessThan(100);
  }
  return ledger;
}

/** What of a ledger is looked at for a payment. */
const known = (of: CreditablePayment, ledger: readonly Recorded[]) =>
  ledger.filter(({ source, sourceId }) =>
    possibleEntries(of).some((entry) => entry.source === source && entry.sourceId === sourceId),
  );

const net = (ledger: readonly Recorded[]) => ledger.reduce((sum, { purchasedCm }) => sum + purchasedCm, 0);

describe('a payment', () => {
  it('credits what was bought, once', () => {
    const ledger = settle(payment(1000));
    expect(ledger).toMatchObject([{ source: 'stripe', sourceId: 'pi_1', purchasedCm: 10_000 }]);
    expect(nextChange(payment(1000), ledger)).toBeUndefined();
  });

  it('that was refunded before it was heard of is credited and debited', () => {
    const ledger = settle(payment(1000, [refund('re_1', 100)]));
    expect(ledger.map(({ source, purchasedCm }) => [source, purchasedCm])).toEqual([
      ['stripe', 10_000],
      ['refund', -10_000],
    ]);
  });

  it('gives back a part of its depth for a part of its money', () => {
    expect(net(settle(payment(1000, [refund('re_1', 25)])))).toBe(7500);
  });

  it('that was refunded in full leaves nothing, though its price was rounded', () => {
    // 100.4 m cost 100 cents.
    expect(net(settle(payment(1004, [refund('re_1', 33), refund('re_2', 33), refund('re_3', 34)])))).toBe(0);
  });

  it('gives back what a refund took that failed later', () => {
    const before = settle(payment(1000, [refund('re_1', 100)]));
    const ledger = settle(payment(1000, [refund('re_1', 100, 'returned')]), before);
    expect(ledger.at(-1)).toMatchObject({ source: 'reinstatement', sourceId: 're_1', purchasedCm: 10_000 });
    expect(net(ledger)).toBe(10_000);
  });

  it('says nothing of a refund that failed before it took anything', () => {
    expect(settle(payment(1000, [refund('re_1', 100, 'returned')]))).toHaveLength(1);
  });

  it('never takes more than was bought, when it is refunded and disputed both', () => {
    const lost: Taking = { source: 'dispute', id: 'dp_1', cents: 100, state: 'taken' };
    expect(net(settle(payment(1000, [refund('re_1', 60), lost])))).toBe(0);
  });

  it.each([100, 40])('takes once the %d cents that are called a dispute at first, and a refund later', (cents) => {
    const lost: Taking = { source: 'dispute', id: 'X', cents, state: 'taken' };
    const before = settle(payment(1000, [lost]));
    expect(net(before)).toBe(100 * (100 - cents));
    const later = payment(1000, [refund('X', cents)]);
    expect(nextChange(later, known(later, before))).toBeUndefined();
    const after = settle(payment(1000, [refund('X', cents, 'returned')]), before);
    expect(after.at(-1)).toMatchObject({ source: 'reinstatement', sourceId: 'X' });
    expect(net(after)).toBe(10_000);
  });

  it('holds the member’s part of what was bought, whatever happened in whatever order', () => {
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
        const known = new Map<number, Taking>();
        let ledger: Recorded[] = [];
        for (const news of states) {
          for (const { id, returned, share } of news) {
            const before = known.get(id);
            // What has come back does not go again, and nobody takes more than there is.
            const left =
              cents - [...known.values()].reduce((sum, it) => sum + (it.state === 'taken' ? it.cents : 0), 0);
            const size = before?.cents ?? Math.min(left, Math.floor((cents * share) / 100));
            if (!before && size === 0) continue;
            const state = before?.state === 'returned' || returned ? 'returned' : 'taken';
            known.set(id, refund(`re_${id}`, size, state));
          }
          const now = payment(steps, [...known.values()]);
          ledger = settle(now, ledger);
          const taken = now.takings.reduce((sum, it) => sum + (it.state === 'taken' ? it.cents : 0), 0);
          const bought = centimetresOf(steps);
          expect(net(ledger)).toBe(bought - Math.floor((bought * taken) / cents));
          for (const { source, sourceId } of ledger) expect(possibleEntries(now)).toContainEqual({ source, sourceId });
        }
      }),
    );
  });
});

describe('a payment that cannot be credited', () => {
  it.each([
    [{ ...payment(1000), userId: undefined }, 'it names no member, or no depth'],
    [{ ...payment(1000), steps: undefined }, 'it names no member, or no depth'],
    [{ ...payment(1000), currency: 'jpy' }, 'it was not paid in US dollars'],
    [payment(1000), undefined],
  ])('says why (%#)', (paid, why) => {
    expect(objectionTo(paid)).toBe(why);
  });

  it('looks at the price of what is to be credited, and of nothing that was', () => {
    const underpaid = { ...payment(1000), cents: 99 };
    expect(isPaidInFull(payment(1000), [])).toBe(true);
    expect(isPaidInFull(underpaid, [])).toBe(false);
    expect(isPaidInFull(underpaid, [{ source: 'paypal', sourceId: 'pi_1', purchasedCm: 10_000 }])).toBe(false);
    expect(isPaidInFull(underpaid, [{ source: 'stripe', sourceId: 'pi_1', purchasedCm: 10_000 }])).toBe(true);
  });
});
