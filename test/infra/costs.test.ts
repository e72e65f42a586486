import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { costOf, documentStoreCost, documentStoreMonth, monthOf, sensitivityOf, total } from '../load/costs/model.ts';
import { OPEN_MINUTES, OPERATIONS } from '../load/costs/operations.ts';
import { AWS, FIXED, STORE } from '../load/costs/prices.ts';
import { insertTables, readUnits } from '../load/costs/tables.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
const units = readUnits(read('access-patterns.md'));

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
    const cost = costOf(action, { reads: 8, writes: 3 });

    // 8 reads; 3 writes and the count of the request.
    expect(cost.table * 1e6).toBeCloseTo(8 * 0.125 + 4 * 0.625, 6);
    expect(cost.calls * 1e6).toBeCloseTo(2, 6);
    expect(cost.firewall * 1e6).toBeCloseTo(0.6, 6);
    // A call, 40 ms and a fiftieth of 600 ms with half a GB, and a fiftieth of one and a half secrets.
    expect(cost.functions * 1e6).toBeCloseTo(0.2 + 0.052 * 0.5 * 13.3334 + 0.02 * 1.5 * 5, 4);
    // A kilobyte for a year, at 0.45 per gigabyte and month.
    expect(cost.storage * 1e6).toBeCloseTo(0.45 * 12, 6);
    expect(total(cost)).toBeGreaterThan(cost.table + cost.calls + cost.functions);
  });

  it('adds up all actions of a thousand members, and their open sockets', () => {
    const { all, parts, sockets } = monthOf(0, units);

    expect(sockets).toBeCloseTo(120 * AWS.socketMinute.price * 1000, 9);
    expect(all).toBeCloseTo(total(parts) + sockets, 9);
    const doubledUnits = new Map([...units].map(([name, { reads, writes }]) => [name, { reads: 2 * reads, writes }]));
    expect(monthOf(0, doubledUnits).all).toBeGreaterThan(all);
  });
});

describe('the sensitivity of the comparison', () => {
  it.each([0, 1, 2] as const)(
    'both sides cost the same at the point that the sensitivity names, at level %i',
    (level) => {
      const { members, used, usedAtMost } = sensitivityOf(level, units);
      const ourDollars = monthOf(level, units).all;
      const storeDollars = documentStoreMonth(level, STORE);
      const fixedDollars = FIXED.reduce((sum, [, dollars]) => sum + dollars, 0);

      expect(fixedDollars + (members / 1000) * ourDollars).toBeCloseTo((members / 1000) * storeDollars, 6);

      const refetch = OPERATIONS.find(({ name }) => name === 'Refetch of a screen')!;
      const extraRefetches = ((usedAtMost - used) * OPEN_MINUTES[level]) / 1.5;
      const perRefetch = total(costOf(refetch, units.get(refetch.name)!)) - documentStoreCost(refetch, STORE);

      expect(ourDollars + extraRefetches * 1000 * perRefetch).toBeCloseTo(storeDollars, 6);
    },
  );
});

describe('the target of ADR 36', () => {
  it.each([0, 1, 2] as const)('allows for a page that is used a quarter more than assumed, at level %i', (level) => {
    const { used, usedAtMost } = sensitivityOf(level, units);
    expect(usedAtMost).toBeGreaterThan(1.25 * used);
  });

  it.each([0, 1, 2] as const)('costs less than the document store at level %i', (level) => {
    expect(monthOf(level, units).all).toBeLessThan(documentStoreMonth(level, STORE));
  });
});
