import * as keys from '../../../../lambdas/table/keys.ts';
import type { DepthChange } from '../../../../lambdas/table/ledger.ts';
import { ADA, CLEO, DORA } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import type { Snapshot } from './snapshot.ts';

/** A ledger entry about a payment. */
interface PaymentEntry {
  /** Dora by default. The purge of her account is pending, so no other invariant checks her ledger. */
  readonly userId?: string;
  readonly source: DepthChange['source'];
  readonly sourceId: string;
  readonly provider?: 'stripe' | 'paypal';
  readonly paymentId?: string;
  readonly cents: number;
  readonly cm: number;
}

function addPaymentEntry(snapshot: Snapshot, entry: PaymentEntry): void {
  const { userId = DORA, source, sourceId, provider = 'stripe', paymentId = 'pi_2', cents, cm: purchasedCm } = entry;
  const payment = { provider, paymentId, cents, packageName: '' };
  snapshot.addEntry({ userId, source, sourceId, purchasedCm, payment });
}

/** A payment of $1. One cent buys one metre. */
const credit = { source: 'stripe', sourceId: 'pi_2', cents: 100, cm: 10_000 } as const;

/** The return of 40 cents of the payment, and their share of the metres. */
const refund = { source: 'refund', sourceId: 're_2', cents: -40, cm: -4000 } as const;

/** Undoes the refund: its cents and metres count again. */
const reinstatement = { source: 'reinstatement', sourceId: 're_2', cents: 40, cm: 4000 } as const;

/** Returns a change that adds these entries. */
const withEntries =
  (...entries: readonly PaymentEntry[]) =>
  (snapshot: Snapshot) => {
    for (const entry of entries) addPaymentEntry(snapshot, entry);
  };

/** Returns a change of the community's unclaimed payment. */
const withUnclaimedAttributes = (attributes: Record<string, unknown>) => (snapshot: Snapshot) =>
  snapshot.change(keys.unclaimedPaymentKey('paypal', 'LOST1'), attributes);

/** Returns a change that stores another unclaimed payment, which may also be credited in a ledger. */
const withUnclaimedPayment = (provider: 'stripe' | 'paypal', paymentId: string) => (snapshot: Snapshot) => {
  const lostPayment = snapshot.get(keys.unclaimedPaymentKey('paypal', 'LOST1'));
  snapshot.put({ ...lostPayment, ...keys.unclaimedPaymentKey(provider, paymentId), provider, paymentId });
};

/** Credits Ada's payment of 1,000 cents with 10,000 m instead of 1,000 m. The depths of her ledger agree with it. */
function creditTenfold(snapshot: Snapshot): void {
  snapshot.change(keys.ledgerKey(ADA, 'stripe', 'pi_1'), { purchasedCm: 1_000_000 });
  snapshot.recomputeLedger(ADA);
}

/** A payment of 2.35 m. It costs 2 cents, so the share of one cent is 117.5 cm. */
const smallCredit = { ...credit, cents: 2, cm: 235 };

/** Builds a refund of one cent. `cm` is negative. */
const buildCentRefund = (sourceId: string, cm: number) => ({ ...refund, sourceId, cents: -1, cm });

/** Corruptions of credited, returned, and reinstated payments. */
export const PAYMENT_CORRUPTIONS: readonly Corruption[] = [
  ['a credit', 'nothing', withEntries(credit)],
  ['a credit that was returned in part', 'nothing', withEntries(credit, refund)],
  ['a credit returned in full', 'nothing', withEntries(credit, { ...refund, cents: -100, cm: -10_000 })],
  ['a reversal without a credit', 'payments', withEntries({ ...refund, cm: 0 })],
  ['a reversal in the ledger of another member', 'payments', withEntries(credit, { ...refund, userId: CLEO })],
  ['a reversal above its credit', 'payments', withEntries(credit, { ...refund, cents: -100, cm: -10_001 })],
  [
    'reversals above their credit together',
    'payments',
    withEntries(credit, refund, { ...refund, sourceId: 're_3', cm: -6001 }),
  ],
  ['a reinstatement above its reversal', 'payments', withEntries(credit, refund, { ...reinstatement, cm: 5000 })],
  [
    'payments of two providers with the same ID',
    'nothing',
    withEntries(credit, { ...credit, source: 'paypal', provider: 'paypal' }),
  ],
  [
    'a payment with the ID of another one, credited with ten times the metres',
    'payment-metres',
    withEntries({ ...credit, cm: 100_000 }, { ...credit, source: 'paypal', provider: 'paypal' }),
  ],
  [
    'a payment credited with ten times the metres, to two members',
    'payments',
    withEntries({ ...credit, cm: 100_000 }, { ...credit, cm: 100_000, userId: CLEO }),
  ],
  [
    'payments of one provider with different IDs',
    'nothing',
    withEntries(credit, refund, { ...credit, sourceId: 'pi_3', paymentId: 'pi_3' }),
  ],
  ['two credits to one member', ['ledger-sources', 'payments'], withEntries(credit, { ...credit, sourceId: 'pi_3' })],
  ['a payment credited to two members', 'payments', withEntries(credit, { ...credit, userId: CLEO })],

  ['a payment credited with ten times the metres', 'payment-metres', creditTenfold],
  ['a credit of one cent too few', 'payment-metres', withEntries({ ...credit, cents: 99 })],
  ['a credit of one cent too many', 'payment-metres', withEntries({ ...credit, cents: 101 })],
  // A price is rounded half up to the cent: 99.50 m and 100.49 m cost 100 cents, 99.49 m and 100.50 m don't.
  ['a price rounded up', 'nothing', withEntries({ ...credit, cents: 100, cm: 9950 })],
  ['a price rounded down', 'nothing', withEntries({ ...credit, cents: 100, cm: 10_040 })],
  ['a price rounded up too far', 'payment-metres', withEntries({ ...credit, cents: 100, cm: 9940 })],
  ['a price rounded down too far', 'payment-metres', withEntries({ ...credit, cents: 100, cm: 10_050 })],
  [
    'a refund of one cent that takes back everything',
    'payment-metres',
    withEntries(credit, { ...refund, cents: -1, cm: -10_000 }),
  ],
  ['a refund of 1 cm too many', 'payment-metres', withEntries(credit, { ...refund, cm: -4001 })],
  ['a refund of 1 cm too few', 'payment-metres', withEntries(credit, { ...refund, cm: -3999 })],
  ['a full refund that takes nothing back', 'payment-metres', withEntries(credit, { ...refund, cents: -100, cm: 0 })],
  [
    'a refund of one cent that takes back everything, reinstated',
    'payment-metres',
    withEntries(credit, { ...refund, cents: -1, cm: -10_000 }, { ...reinstatement, cents: 1, cm: 10_000 }),
  ],
  [
    'a reinstatement of more than its share',
    'payment-metres',
    // The sum is right within the rounding difference of three reversals, 2 cm: 9002 + 100 - 103 cm for 90 cents.
    // Only the reinstatement itself is wrong: its share is 100 cm, and 102 cm with the rounding difference.
    withEntries(
      credit,
      { ...refund, cents: -90, cm: -9002 },
      { ...refund, sourceId: 're_3', cents: -1, cm: -100 },
      { ...reinstatement, sourceId: 're_3', cents: 1, cm: 103 },
    ),
  ],
  [
    'a reversal of more cents than the payment has',
    'nothing',
    withEntries(credit, { ...refund, cents: -120, cm: -10_000 }),
  ],
  [
    'a dispute that also covers the refunded cents',
    'nothing',
    withEntries(
      credit,
      { ...refund, cents: -100, cm: -10_000 },
      { ...refund, source: 'dispute', sourceId: 'dp_1', cents: -100, cm: 0 },
    ),
  ],
  ['a refund of one cent, rounded down', 'nothing', withEntries(smallCredit, buildCentRefund('re_2', -117))],
  ['a refund of one cent, rounded up', 'payment-metres', withEntries(smallCredit, buildCentRefund('re_2', -118))],
  [
    'two refunds of one cent, the second with the rounding difference',
    'nothing',
    withEntries(smallCredit, buildCentRefund('re_2', -117), buildCentRefund('re_3', -118)),
  ],
  [
    'two refunds of one cent, both rounded down',
    'nothing',
    withEntries(smallCredit, buildCentRefund('re_2', -117), buildCentRefund('re_3', -117)),
  ],
  [
    'two refunds of one cent that together take 2 cm too few',
    'payment-metres',
    withEntries(smallCredit, buildCentRefund('re_2', -117), buildCentRefund('re_3', -116)),
  ],

  [
    'two refunds that together take 2 cm too many',
    'payment-metres',
    withEntries(credit, { ...refund, cm: -4001 }, { ...refund, sourceId: 're_3', cm: -4001 }),
  ],
  [
    'a refund of one cent that takes the share of another one',
    'payment-metres',
    // The sum is right: 5000 cm for 50 cents.
    withEntries(credit, { ...refund, cents: -1, cm: -5000 }, { ...refund, sourceId: 're_3', cents: -49, cm: 0 }),
  ],

  ['a reinstated refund', 'nothing', withEntries(credit, refund, reinstatement)],
  ['a reinstated dispute', 'nothing', withEntries(credit, { ...refund, source: 'dispute' }, reinstatement)],
  [
    'a reinstatement of a reversal that was never recorded',
    'reinstatements',
    withEntries(credit, refund, { ...reinstatement, sourceId: 're_3' }),
  ],
  [
    'a reinstatement of a reversal of another payment',
    'reinstatements',
    withEntries(
      credit,
      { ...credit, sourceId: 'pi_3', paymentId: 'pi_3' },
      { ...refund, paymentId: 'pi_3' },
      { ...refund, sourceId: 're_3' },
      reinstatement,
    ),
  ],
  [
    'a reinstatement of a reversal at another provider',
    'reinstatements',
    withEntries(
      credit,
      { ...credit, source: 'paypal', provider: 'paypal' },
      { ...refund, provider: 'paypal' },
      { ...refund, sourceId: 're_3' },
      reinstatement,
    ),
  ],
  [
    'a reinstatement of another amount than its reversal',
    'reinstatements',
    withEntries(credit, { ...refund, cents: -39, cm: -3900 }, buildCentRefund('re_3', -100), reinstatement),
  ],
  [
    'a reinstatement with the ID of the credit',
    'reinstatements',
    // 49 cm cost 0 cents, so both entries have the same cents and ID, and only the source differs.
    withEntries({ ...credit, cents: 0, cm: 49 }, { ...reinstatement, sourceId: 'pi_2', cents: 0, cm: 0 }),
  ],
  [
    'a reinstatement in the ledger of another member',
    ['payments', 'reinstatements'],
    withEntries(credit, refund, { ...reinstatement, userId: CLEO }),
  ],

  [
    'a reversal in the ledgers of two members',
    'unique-sources',
    withEntries(
      credit,
      refund,
      { ...credit, userId: CLEO, sourceId: 'pi_3', paymentId: 'pi_3' },
      { ...refund, userId: CLEO, paymentId: 'pi_3' },
    ),
  ],
  [
    'a reversal as a dispute and as a refund',
    'unique-sources',
    withEntries(credit, refund, { ...refund, source: 'dispute' }),
  ],
  [
    'a dispute in the ledgers of two members',
    'unique-sources',
    withEntries(
      credit,
      { ...refund, source: 'dispute' },
      { ...credit, userId: CLEO, sourceId: 'pi_3', paymentId: 'pi_3' },
      { ...refund, source: 'dispute', userId: CLEO, paymentId: 'pi_3' },
    ),
  ],
  [
    'a reinstatement in the ledgers of two members',
    ['reinstatements', 'unique-sources'],
    withEntries(
      credit,
      refund,
      reinstatement,
      { ...credit, userId: CLEO, sourceId: 'pi_3', paymentId: 'pi_3' },
      { ...reinstatement, userId: CLEO, paymentId: 'pi_3', cm: 0, cents: 0 },
    ),
  ],

  ['a credited payment that is also unclaimed', 'unclaimed-payments', withUnclaimedPayment('stripe', 'pi_1')],
  [
    'a payment of a deleted member that is also unclaimed',
    'unclaimed-payments',
    withUnclaimedPayment('paypal', 'CAPTURE1'),
  ],
  ['an unclaimed payment with the ID of the other provider', 'nothing', withUnclaimedPayment('stripe', 'CAPTURE1')],
  [
    'an unclaimed payment with a recorded reversal',
    'payments',
    (snapshot) => {
      withUnclaimedPayment('stripe', 'pi_2')(snapshot);
      addPaymentEntry(snapshot, { ...refund, cm: 0 });
    },
  ],
  ['an unclaimed payment that was returned', 'unclaimed-payments', withUnclaimedAttributes({ returnedCents: 100 })],
  [
    'an unclaimed payment returned with a surplus',
    'unclaimed-payments',
    withUnclaimedAttributes({ returnedCents: 101 }),
  ],
  ['an unclaimed payment that was returned in part', 'nothing', withUnclaimedAttributes({ returnedCents: 99 })],
  ['an unclaimed payment of an earlier version', 'nothing', withUnclaimedAttributes({ returnedCents: undefined })],
];
