/**
 * Tests the model behind docs/scale.md: the load of a community of a given size, and the number of members at which
 * each resource reaches its limit.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ_UNITS_PER_SECOND } from '../../lambdas/account/audit-ledgers.ts';
import { parseActionUnits } from '../load/costs/tables.ts';
import { BOTTLENECKS, computeMembersAtLimit, computeUtilization } from '../load/scale-model/bottlenecks.ts';
import { computeLoad, computePeakFactor, HOURLY_ACTIVITY } from '../load/scale-model/load.ts';
import { formatAmount, formatShare, insertScaleTables } from '../load/scale-model/tables.ts';

const readDocument = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
const units = parseActionUnits(readDocument('access-patterns.md'));

/** A month of 30 days, in seconds. */
const MONTH_SECONDS = 2_592_000;

describe('docs/scale.md', () => {
  it('rejects a document without a place for a table', () => {
    expect(() => insertScaleTables('# Scale', units)).toThrow('no place for "load"');
  });
});

describe('the model of load', () => {
  it('covers a whole day, with a peak of 3.3 times its mean', () => {
    expect(HOURLY_ACTIVITY).toHaveLength(24);
    // The busiest hour has 2.2 times the mean of the day. Its busiest seconds have 1.5 times the mean of the hour.
    expect(computePeakFactor()).toBeCloseTo(2.2 * 1.5, 2);
  });

  it('spreads the actions of a month over its seconds, times the peak', () => {
    const load = computeLoad(1_000_000, units);
    // A member likes 40 times a month.
    expect(load.rateOf('Like')).toBeCloseTo(((1e6 * 40) / MONTH_SECONDS) * computePeakFactor(), 6);
    expect(() => load.rateOf('Dive')).toThrow('Unknown action "Dive"');

    // A member's page is open for 900 minutes a month.
    expect(load.openSockets).toBeCloseTo(((1e6 * 900 * 60) / MONTH_SECONDS) * computePeakFactor(), 3);
    // 0.5 % of a million members join in a day.
    expect(load.newMembers).toBeCloseTo((5000 / 86_400) * computePeakFactor(), 6);
    // 1 % of them like the post of a celebrity within an hour. The busiest minute has four times the mean of the hour.
    expect(load.celebrityLikes).toBeCloseTo((10_000 / 3600) * 4, 6);
  });

  it('counts the units of a request, and one write for its count', () => {
    const noUnits = new Map([...units].map(([name]) => [name, { reads: 0, writes: 0 }]));
    const emptyLoad = computeLoad(1_000_000, noUnits);
    expect(emptyLoad.readUnits).toBe(0);
    expect(emptyLoad.writeUnits).toBeCloseTo(emptyLoad.requests, 6);

    const likesOnly = new Map([...units].map(([name]) => [name, { reads: name === 'Like' ? 3 : 0, writes: 0 }]));
    const load = computeLoad(1_000_000, likesOnly);
    expect(load.readUnits).toBeCloseTo(3 * load.rateOf('Like'), 6);
  });

  it('grows in proportion to the members', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (members) => {
        const loadOfOne = computeLoad(1, units);
        const loadOfMany = computeLoad(members, units);

        for (const bottleneck of BOTTLENECKS) {
          const expectedUtilization = computeUtilization(bottleneck, loadOfOne) * members;
          expect(computeUtilization(bottleneck, loadOfMany) / expectedUtilization).toBeCloseTo(1, 6);
        }
      }),
    );
  });
});

describe('limits', () => {
  it('limits are reached by exactly the number of members that the model returns', () => {
    for (const bottleneck of BOTTLENECKS) {
      const members = computeMembersAtLimit(bottleneck, computeLoad(1e6, units));
      expect(bottleneck.use(computeLoad(members, units))).toBeCloseTo(bottleneck.limit, 3);
    }
  });

  it('the audit checks 10 million members within a day', () => {
    const audit = BOTTLENECKS.find(({ name }) => name.startsWith('Audit'))!;
    // The limit is the hours of a day.
    expect(audit.limit).toBe(24);
    expect(computeMembersAtLimit(audit, computeLoad(10, units))).toBeGreaterThan(10_000_000);
  });

  it('the limits of the audit are the same in ADR 34 and docs/scale.md', () => {
    const audit = BOTTLENECKS.find(({ name }) => name.startsWith('Audit'))!;
    const millions = Math.floor(computeMembersAtLimit(audit, computeLoad(10, units)) / 1e6);
    // Three workers of the audit run concurrently.
    const limit = `${3 * READ_UNITS_PER_SECOND} RCU per second is ${millions} million members a day`;
    expect(readDocument('adr/0034-audit-in-segments.md')).toContain(limit);
    expect(readDocument('scale.md')).toContain(`24 hours up to ${millions} million members`);
  });

  it('the limit of a user pool is 40 million members', () => {
    // Cognito's quota of users in a pool.
    const pool = BOTTLENECKS.find(({ name }) => name.includes('members of a pool'))!;
    expect(computeMembersAtLimit(pool, computeLoad(10, units))).toBe(40_000_000);
  });
});

describe('numbers', () => {
  it('numbers have two significant digits', () => {
    const amounts = [0.0234, 4.94, 49.4, 494, 49_400, 0];
    expect(amounts.map(formatAmount)).toEqual(['0.023', '4.9', '49', '490', '49,000', '0']);
  });

  it('shares above 100 % are bold', () => {
    // 101 % has three digits, so it is rounded to two.
    expect([0.001, 0.5, 1, 1.01].map(formatShare)).toEqual(['0 %', '50 %', '100 %', '**100 %**']);
  });
});
