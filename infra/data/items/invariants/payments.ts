import { unclaimedPaymentKey } from '../../../../lambdas/table/keys.ts';
import type { Facts, Row } from '../facts.ts';
import { maskKey } from '../masked-key.ts';
import type { Invariant } from './invariant.ts';
import { buildLedgerReads } from './ledger.ts';

/** SQL of credits, reversals, and reinstatements of payments. `ledger-sources` reports other entries with a payment. */
const PAYMENT_ENTRIES = `
  SELECT *, source = provider AS isCredit FROM ledger
  WHERE payment IS NOT NULL AND source IN (provider, 'refund', 'dispute', 'reinstatement')`;

/** The entries of one payment. */
interface Payment {
  readonly credit: Row;
  /** Refunds, disputes, and reinstatements. */
  readonly reversals: readonly Row[];
}

/** Yields the payments that have exactly one credit. The invariant `payments` reports the others. */
function* listCreditedPayments(facts: Facts): Generator<Payment> {
  const entries = facts.query(`SELECT * FROM (${PAYMENT_ENTRIES}) ORDER BY provider, payment`);
  let group: Row[] = [];

  // Returns undefined unless the group has exactly one credit.
  const buildPayment = (): Payment | undefined => {
    const credits = group.filter(({ isCredit }) => isCredit === 1);
    const reversals = group.filter(({ isCredit }) => isCredit !== 1);
    return credits.length === 1 ? { credit: credits[0]!, reversals } : undefined;
  };

  for (const entry of entries) {
    const [firstEntry] = group;
    if (firstEntry && (firstEntry.provider !== entry.provider || firstEntry.payment !== entry.payment)) {
      const payment = buildPayment();
      if (payment) yield payment;
      group = [];
    }
    group.push(entry);
  }

  const lastPayment = buildPayment();
  if (lastPayment) yield lastPayment;
}

/** Returns the sum of a column. */
const sumColumn = (rows: readonly Row[], column: 'cm' | 'cents') =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0);

/**
 * Returns how the metres of a payment are wrong, or undefined.
 *
 * A cent buys a metre, and the price is rounded half up to the cent (shared/rules/prices.ts). A reversal debits the
 * metres of its cents, rounded down to the centimetre. It never debits more than the payment credited, even if more
 * cents are reversed than were paid (lambdas/payments/provider-payment.ts). With several reversals, each one after the
 * first may add a rounding difference of 1 cm. A reversal may debit less if another one covers the same cents.
 *
 * Computes the sums independently of the code that writes them. If the price changes, keep the previous price here for
 * the payments before the change.
 */
function findWrongMetres({ credit, reversals }: Payment): { expected: string; found: string } | undefined {
  const boughtCm = Number(credit.cm);
  const paidCents = Number(credit.cents);
  const debitedCm = -sumColumn(reversals, 'cm');
  const returnedCents = -sumColumn(reversals, 'cents');

  // The invariant `payments` reports debits that are negative or greater than the credit.
  if (debitedCm < 0 || debitedCm > boughtCm) return undefined;

  const expectedCents = Math.floor((boughtCm + 50) / 100);
  if (paidCents !== expectedCents) {
    return { expected: `${expectedCents} cents for ${boughtCm} cm`, found: `${paidCents} cents` };
  }

  const computeShare = (cents: number) =>
    paidCents === 0 ? 0 : Math.floor((boughtCm * Math.min(cents, paidCents)) / paidCents);
  const roundingCm = Math.max(0, reversals.length - 1);

  for (const { entry, cm, cents } of reversals) {
    const maxCm = computeShare(Math.abs(Number(cents))) + roundingCm;
    if (Math.abs(Number(cm)) > maxCm) {
      return { expected: `at most ${maxCm} cm for ${cents} cents in ${entry}`, found: `${cm} cm` };
    }
  }

  if (Math.abs(debitedCm - computeShare(returnedCents)) <= roundingCm) return undefined;
  const expected = `${computeShare(returnedCents)} cm debited for ${returnedCents} of ${paidCents} cents`;
  return { expected, found: `${debitedCm} cm debited` };
}

export const PAYMENT_INVARIANTS = {
  payments: {
    title: 'A payment is credited once, to one member; its reversals take back at most the credit',
    checked: `SELECT count(*) FROM (SELECT DISTINCT provider, payment FROM (${PAYMENT_ENTRIES}))`,
    *find(facts) {
      const sql = `
        SELECT provider, payment, sum(isCredit) AS credits, count(DISTINCT user) AS members,
          sum(CASE WHEN isCredit THEN cm ELSE 0 END) AS credited,
          -sum(CASE WHEN isCredit THEN 0 ELSE cm END) AS debited, group_concat(DISTINCT user) AS users
        FROM (${PAYMENT_ENTRIES}) GROUP BY provider, payment
        HAVING credits <> 1 OR members <> 1 OR debited NOT BETWEEN 0 AND credited`;

      for (const { provider, payment, credits, members, credited, debited, users } of facts.query(sql)) {
        yield {
          type: 'ledgerEntry',
          key: `payment ${provider} ${payment}`,
          expected: 'one credit to one member, and at most as much debited',
          found: `${credits} credits to ${members} members: ${credited} cm credited, ${debited} cm debited`,
          reads: buildLedgerReads(...String(users).split(',')),
        };
      }
    },
  },

  'payment-metres': {
    title: 'A payment is credited with the metres of its cents, and a reversal takes back its share of them',
    checked: `SELECT sum(isCredit) FROM (${PAYMENT_ENTRIES})`,
    *find(facts) {
      for (const payment of listCreditedPayments(facts)) {
        const wrongMetres = findWrongMetres(payment);
        if (!wrongMetres) continue;

        const { credit, reversals } = payment;
        const users = new Set([credit, ...reversals].map(({ user }) => String(user)));
        const key = `payment ${credit.provider} ${credit.payment}`;
        yield { type: 'ledgerEntry', key, ...wrongMetres, reads: buildLedgerReads(...users) };
      }
    },
  },

  reinstatements: {
    title: 'A reinstatement returns the cents of a reversal of the same payment and member',
    checked: "SELECT count(*) FROM ledger WHERE source = 'reinstatement'",
    *find(facts) {
      const sql = `
        SELECT reinstated.user, reinstated.entry, reinstated.cents FROM (${PAYMENT_ENTRIES}) AS reinstated
        LEFT JOIN ledger AS reversal ON reversal.source IN ('refund', 'dispute')
          AND reversal.provider = reinstated.provider AND reversal.payment = reinstated.payment
          AND reversal.user = reinstated.user AND reversal.sourceId = reinstated.sourceId
          AND reversal.cents = -reinstated.cents
        WHERE reinstated.source = 'reinstatement' AND reversal.user IS NULL`;

      for (const { user, entry, cents } of facts.query(sql)) {
        const expected = `a reversal of ${cents} cents with the same ID`;
        const reads = buildLedgerReads(String(user));
        yield { type: 'ledgerEntry', key: String(entry), expected, found: 'no such reversal', reads };
      }
    },
  },

  'unclaimed-payments': {
    title: 'A payment that was credited, or returned in full, is not stored as unclaimed',
    checked: 'SELECT count(*) FROM unclaimed',
    *find(facts) {
      // A row either has a credit's user, or cents that were returned in full.
      const sql = `
        SELECT unclaimed.provider, unclaimed.payment, ledger.user, returned, unclaimed.cents FROM unclaimed
        LEFT JOIN ledger ON ledger.provider = unclaimed.provider AND ledger.payment = unclaimed.payment
          AND ledger.source = ledger.provider
        WHERE ledger.user IS NOT NULL OR returned >= unclaimed.cents`;

      for (const { provider, payment, user, returned, cents } of facts.query(sql)) {
        const key = unclaimedPaymentKey(String(provider), String(payment));
        const reads = user === null ? {} : buildLedgerReads(String(user));
        const reason = user === null ? 'its money was returned' : 'it is credited';
        yield {
          type: 'unclaimedPayment',
          key: maskKey('unclaimedPayment', key),
          expected: `no item, because ${reason}`,
          found: user === null ? `${returned} of ${cents} cents returned` : `a credit to ${user}`,
          reads: { ...reads, keys: [...(reads.keys ?? []), key] },
        };
      }
    },
  },

  'unique-sources': {
    title: 'A reversal is in the ledger once: of one member, and as a refund or a dispute',
    checked: "SELECT count(*) FROM ledger WHERE source IN ('refund', 'dispute', 'reinstatement')",
    *find(facts) {
      // A chargeback can appear as a dispute first and as a refund later, but must be debited only once.
      const sql = `
        SELECT CASE source WHEN 'reinstatement' THEN source ELSE 'reversal' END AS kind, sourceId,
          count(*) AS entries, group_concat(DISTINCT user) AS users FROM ledger
        WHERE source IN ('refund', 'dispute', 'reinstatement') GROUP BY kind, sourceId HAVING entries > 1`;

      for (const { kind, sourceId, entries, users } of facts.query(sql)) {
        const expected = '1 entry';
        const found = `${entries} entries of ${users}`;
        const reads = buildLedgerReads(...String(users).split(','));
        yield { type: 'ledgerEntry', key: `${kind} ${sourceId}`, expected, found, reads };
      }
    },
  },
} as const satisfies Record<string, Invariant>;
