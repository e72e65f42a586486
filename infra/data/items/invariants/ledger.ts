import { itemKey, partitionIdOf, sortPrefix } from '../../../../lambdas/table/item-types.ts';
import { profileKey } from '../../../../lambdas/table/keys.ts';
import { computeDepth, type DepthTotals } from '../../../../shared/rules/depth.ts';
import type { Reads, Row } from '../facts.ts';
import { maskKey } from '../masked-key.ts';
import type { Invariant } from './invariant.ts';

/** Returns the reads of the profiles and whole ledgers of members. */
export function buildLedgerReads(...users: readonly string[]): Reads {
  return {
    keys: users.map(profileKey),
    partitions: users.map((user) => ({ pk: profileKey(user).pk, prefix: sortPrefix('ledgerEntry') })),
  };
}

/** The totals that a member's entries must produce, computed by applying the entries in order. */
interface Replay extends DepthTotals {
  readonly version: number;
  readonly depth: number;
  readonly peak: number;
}

const START: Replay = { contributedBytes: 0, purchasedCm: 0, version: 0, depth: 0, peak: 0 };

/** Applies one entry to the totals. Computes them independently of the code that writes them. */
function applyEntry(before: Replay, { bytes, cm }: Row): Replay {
  const contributedBytes = before.contributedBytes + Number(bytes);
  const purchasedCm = before.purchasedCm + Number(cm);
  const depth = computeDepth({ contributedBytes, purchasedCm });
  const version = before.version + 1;
  return { contributedBytes, purchasedCm, version, depth, peak: Math.max(before.peak, depth) };
}

/** SQL of the ledgers of members, in the order of their versions. Ledgers of deleted members are incomplete. */
const LEDGERS_OF_LIVE_MEMBERS = `
  SELECT ledger.* FROM ledger
  JOIN member ON member.user = ledger.user AND member.state = 'live'
  ORDER BY ledger.user, ledger.version`;

const describeTotals = (bytes: unknown, cm: unknown, version: unknown, depth: unknown, peak: unknown) =>
  `${bytes} bytes, ${cm} cm, version ${version}, depth ${depth}, peak ${peak}`;

export const LEDGER_INVARIANTS = {
  'profile-ledger': {
    title: "A profile's bytes, purchases, version, depth, and peak are those of its replayed ledger",
    checked: "SELECT count(*) FROM member WHERE state = 'live'",
    *find(facts) {
      // Entries and profiles are sorted by member, so the next entries are those of the next profile.
      const entries = facts.query(LEDGERS_OF_LIVE_MEMBERS);
      let nextEntry = entries.next();

      for (const profile of facts.query("SELECT * FROM member WHERE state = 'live' ORDER BY user")) {
        let replay = START;
        for (; !nextEntry.done && nextEntry.value.user === profile.user; nextEntry = entries.next()) {
          replay = applyEntry(replay, nextEntry.value);
        }

        const { contributedBytes, purchasedCm, version, depth, peak } = replay;
        const expected = describeTotals(contributedBytes, purchasedCm, version, depth, peak);
        const found = describeTotals(profile.bytes, profile.cm, profile.version, profile.depth, profile.peak);
        if (expected === found) continue;

        const user = String(profile.user);
        const key = maskKey('profile', profileKey(user));
        yield { type: 'profile', key, expected, found, reads: buildLedgerReads(user) };
      }
    },
  },

  'ledger-sequence': {
    title: 'The entries of a ledger are numbered 1, 2, 3 …, and each states the depth after it',
    checked: 'SELECT count(*) FROM ledger',
    *find(facts) {
      let user: unknown;
      let replay: Replay = START;

      for (const entry of facts.query(LEDGERS_OF_LIVE_MEMBERS)) {
        if (entry.user !== user) {
          user = entry.user;
          replay = START;
        }

        const replayAfter = applyEntry(replay, entry);
        const expected = `version ${replayAfter.version}, depth ${replayAfter.depth}`;
        const found = `version ${entry.version}, depth ${entry.depthAfter}`;
        const reads = buildLedgerReads(String(user));
        if (expected !== found) yield { type: 'ledgerEntry', key: String(entry.entry), expected, found, reads };

        // Only entries of deleted accounts have no version. The versions and depths of other entries exclude this one.
        if (entry.version === null) continue;

        // Continues with the stored version, so that only the first of a series of wrong versions is reported.
        replay = { ...replayAfter, version: Number(entry.version) };
      }
    },
  },

  'ledger-sources': {
    title: 'An entry has bytes or purchases as its source allows, and states its payment exactly if it has one',
    checked: 'SELECT count(*) FROM ledger',
    *find(facts) {
      const sql = `
        SELECT * FROM ledger WHERE NOT CASE
          WHEN source IN ('stripe', 'paypal')
            THEN bytes = 0 AND cm > 0 AND provider IS source AND payment IS sourceId
          WHEN source IN ('refund', 'dispute') THEN bytes = 0 AND cm <= 0 AND payment IS NOT NULL AND cents <= 0
          WHEN source = 'reinstatement' THEN bytes = 0 AND cm >= 0 AND payment IS NOT NULL AND cents >= 0
          WHEN source = 'test' THEN bytes > 0 AND cm = 0 AND payment IS NULL
          WHEN source = 'upload' THEN bytes >= 0 AND cm = 0 AND payment IS NULL
          WHEN source = 'removal' THEN bytes <= 0 AND cm = 0 AND payment IS NULL
          ELSE cm = 0 AND payment IS NULL END`;

      for (const { user, entry, source, bytes, cm, provider, cents } of facts.query(sql)) {
        const expected = `the change of a ${source}`;
        const found = `${bytes} bytes, ${cm} cm, ${provider ? `${cents} cents of ${provider}` : 'no payment'}`;
        yield { type: 'ledgerEntry', key: String(entry), expected, found, reads: buildLedgerReads(String(user)) };
      }
    },
  },

  'file-ledger': {
    title:
      'The entries of a file sum up to its credited bytes, and to 0 after it was deleted; its revision counts corrections',
    checked: 'SELECT count(DISTINCT file) FROM ledger',
    *find(facts) {
      const sql = `
        WITH entrySum AS (
          SELECT file AS item, user, sum(bytes) AS bytes, sum(source = 'correction') AS corrections
          FROM ledger WHERE file IS NOT NULL GROUP BY file, user),
        compared AS (
          SELECT item, user, bytes, corrections, file.creditedBytes AS creditedBytes, revision
          FROM entrySum LEFT JOIN file USING (item, user)
          UNION ALL
          SELECT item, user, 0, 0, file.creditedBytes, revision FROM file
          WHERE NOT EXISTS (SELECT 1 FROM entrySum WHERE entrySum.item = file.item AND entrySum.user = file.user))
        SELECT compared.* FROM compared JOIN member ON member.user = compared.user AND member.state = 'live'
        WHERE compared.bytes <> coalesce(creditedBytes, 0) OR corrections <> coalesce(revision, corrections)`;

      for (const { item, user, bytes, corrections, creditedBytes, revision } of facts.query(sql)) {
        const key = itemKey('file', partitionIdOf({ pk: String(item) }));
        const reads = buildLedgerReads(String(user));
        yield {
          type: 'file',
          key: maskKey('file', key),
          expected: `${bytes} bytes in the ledger, ${corrections} corrections`,
          found: creditedBytes === null ? 'no file' : `${creditedBytes} credited bytes, revision ${revision}`,
          reads: { ...reads, keys: [...(reads.keys ?? []), key] },
        };
      }
    },
  },
} as const satisfies Record<string, Invariant>;
