/**
 * Tests the model behind docs/costs.md, which compares the costs of Fathom with those of a document store that bills
 * each document read or written.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  computeActionCost,
  computeDocumentStoreCost,
  computeMonthlyCost,
  computeMonthlyDocumentStoreCost,
  computeSensitivity,
  sumCost,
} from '../load/costs/model.ts';
import { OPEN_MINUTES, OPERATIONS, REFETCH_MINUTES } from '../load/costs/operations.ts';
import { AWS, FIXED_COSTS, STORE } from '../load/costs/prices.ts';
import { insertTables, parseActionUnits } from '../load/costs/tables.ts';

const readDocument = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
const units = parseActionUnits(readDocument('access-patterns.md'));

/** The levels of use that docs/costs.md compares. */
const LEVELS = [
  { level: 0, use: 'light' },
  { level: 1, use: 'regular' },
  { level: 2, use: 'heavy' },
] as const;

describe('docs/costs.md', () => {
  it('counts exactly the actions of docs/access-patterns.md', () => {
    expect([...units.keys()]).toEqual(OPERATIONS.map(({ name }) => name));
  });

  it('rejects a document without a place for a table', () => {
    expect(() => insertTables('# Costs', units)).toThrow('no place for "actions"');
  });
});

describe('the model of costs', () => {
  it('counts table units, requests, functions, logs, transfer, firewall, and storage of an action', () => {
    const action = {
      name: 'Like',
      http: 1,
      functions: [1, 40],
      storedKilobytes: 1,
      documents: [0, 0],
      monthly: [0, 0, 0],
    } as const;
    const cost = computeActionCost(action, { reads: 8, writes: 3 });

    // Prices in dollars per million: $0.125 for reads, $0.625 for writes. The fourth write counts the request.
    expect(cost.table * 1e6).toBeCloseTo(8 * 0.125 + 4 * 0.625, 6);
    // $1 for API Gateway, and $1 for CloudFront.
    expect(cost.calls * 1e6).toBeCloseTo(2, 6);
    expect(cost.firewall * 1e6).toBeCloseTo(0.6, 6);

    // A call of 40 ms with 0.5 GB. 2 % of calls are cold starts, which add 600 ms and read 1.5 secrets on average.
    // A million calls cost $0.20, a million GB-seconds $13.3334, and a million reads of secrets $5.
    const seconds = 0.04 + 0.02 * 0.6;
    expect(cost.functions * 1e6).toBeCloseTo(0.2 + seconds * 0.5 * 13.3334 + 0.02 * 1.5 * 5, 4);

    // A kilobyte for twelve months, at $0.45 per gigabyte and month.
    expect(cost.storage * 1e6).toBeCloseTo(0.45 * 12, 6);
    expect(sumCost(cost)).toBeGreaterThan(cost.table + cost.calls + cost.functions);
  });

  it('adds up all actions of a thousand members, and their open sockets', () => {
    const { total: totalDollars, parts, sockets } = computeMonthlyCost(0, units);

    expect(sockets).toBeCloseTo(OPEN_MINUTES[0] * AWS.socketMinute.price * 1000, 9);
    expect(totalDollars).toBeCloseTo(sumCost(parts) + sockets, 9);

    const doubledUnits = new Map([...units].map(([name, { reads, writes }]) => [name, { reads: 2 * reads, writes }]));
    expect(computeMonthlyCost(0, doubledUnits).total).toBeGreaterThan(totalDollars);
  });
});

describe('the sensitivity of the comparison', () => {
  it.each(LEVELS)('names the members whose savings equal the fixed costs, with $use use', ({ level }) => {
    const { breakEvenMembers } = computeSensitivity(level, units);
    const thousands = breakEvenMembers / 1000;
    const fixedDollars = FIXED_COSTS.reduce((sum, [, dollars]) => sum + dollars, 0);

    const ourDollars = fixedDollars + thousands * computeMonthlyCost(level, units).total;
    expect(ourDollars).toBeCloseTo(thousands * computeMonthlyDocumentStoreCost(level, STORE), 6);
  });

  it.each(LEVELS)('names the share of used minutes at which both sides cost the same, with $use use', ({ level }) => {
    const { usedShare, breakEvenShare } = computeSensitivity(level, units);
    const refetch = OPERATIONS.find(({ name }) => name === 'Refetch of a screen')!;
    const extraRefetches = ((breakEvenShare - usedShare) * OPEN_MINUTES[level]) / REFETCH_MINUTES;

    // The difference between the two sides for one refetch.
    const perRefetch =
      sumCost(computeActionCost(refetch, units.get(refetch.name)!)) - computeDocumentStoreCost(refetch, STORE);

    const ourDollars = computeMonthlyCost(level, units).total + extraRefetches * 1000 * perRefetch;
    expect(ourDollars).toBeCloseTo(computeMonthlyDocumentStoreCost(level, STORE), 6);
  });
});

describe('the target of ADR 36', () => {
  it.each(LEVELS)('stays cheaper if pages are used 25 percent longer than assumed, with $use use', ({ level }) => {
    const { usedShare, breakEvenShare } = computeSensitivity(level, units);
    expect(breakEvenShare).toBeGreaterThan(1.25 * usedShare);
  });

  it.each(LEVELS)('costs less than the document store with $use use', ({ level }) => {
    expect(computeMonthlyCost(level, units).total).toBeLessThan(computeMonthlyDocumentStoreCost(level, STORE));
  });
});
