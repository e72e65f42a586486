/**
 * Tests of `npm run verify-table` with a real table and bucket. Each case damages stored data, so that at least one
 * invariant (a rule about stored data) is violated. The test repairs the data again.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { startVerifiedStorage, type VerifiedStorage } from '../../../test/support/verified-storage.ts';
import type { Finding } from '../items/facts.ts';
import { INVARIANTS } from '../items/invariants.ts';
import { ITEM_INVARIANTS } from '../items/item-checks.ts';
import { CASES } from './damages/cases.ts';
import { prepareDamages, repairAll } from './damages/damaged-storage.ts';
import { PERSONAL_TEXTS } from './fixture.ts';
import { formatFinding } from './report.ts';
import { verifyTable } from './verify-table.ts';

let storage: VerifiedStorage;
beforeAll(async () => {
  storage = await startVerifiedStorage();
  await prepareDamages(storage);
});
afterAll(() => storage.stop());

/** Age of unused pictures at the verification, in milliseconds. After an hour, they are violations. */
const PICTURE_AGE_MS = HOUR_MS + MINUTE_MS;

/** Verifies the table and the bucket. */
async function verify(): Promise<Finding[]> {
  const findings: Finding[] = [];
  const options = { target: storage, shards: 1, segments: 2, graceMs: 0, wait: async () => {} };
  const now = Date.now() + PICTURE_AGE_MS;
  await verifyTable({ ...options, now, onViolation: (finding) => findings.push(finding) });
  return findings;
}

const describeFindings = (findings: readonly Finding[]) =>
  findings.map(({ invariant, type }) => `${invariant} ${type}`).toSorted();

describe('verifyTable', () => {
  it('finds nothing in a community that the code has written', async () => {
    expect((await verify()).map(formatFinding)).toEqual([]);
  });

  it.each(CASES)('finds exactly the violation of %s', async (_, applyDamage, violations) => {
    try {
      await applyDamage();
      const findings = await verify();

      const report = findings.map(formatFinding).join('\n');
      expect(describeFindings(findings), report).toEqual(violations.toSorted());
      for (const text of PERSONAL_TEXTS) expect(report).not.toContain(text);
    } finally {
      await repairAll();
    }
  });

  it('finds nothing after all items are repaired', async () => {
    expect((await verify()).map(formatFinding)).toEqual([]);
  });

  it('covers every invariant with a case', () => {
    const coveredNames = CASES.flatMap(([, , violations]) => violations.map((violation) => violation.split(' ')[0]));
    const names = Object.keys({ ...ITEM_INVARIANTS, ...INVARIANTS });
    expect(names.filter((name) => !coveredNames.includes(name))).toEqual([]);
  });
});
