/**
 * Tests the tables of docs/benchmarks.md: each measured figure with its budget, and the comparison with other systems.
 * Also checks that the document has the figures of the stored results.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Figure } from '../load/figures.ts';
import { ratioTo, reportPeers, type SliceMeasurement } from '../load/peers/peers-report.ts';
import { readAllResults } from '../load/results.ts';
import { compareFigures, insertGeneratedText } from '../load/summary/compare-figures.ts';
import { readRounds } from '../load/summary/rounds-figures.ts';

/** A figure with a budget of at most 4 write units. */
const likeFigure: Figure = {
  part: 'capacity',
  what: 'Like',
  unit: 'WCU',
  budget: { atMost: 4 },
};

const buildMeasurement = (value: number) => ({ value, date: '2026-11-23', cores: 2 });

const benchmarks = readFileSync(join(import.meta.dirname, '../../docs/benchmarks.md'), 'utf8');

/** Compares a measured value with its figure. */
function compare(value: number, figure: Figure) {
  return compareFigures({ likeWcu: buildMeasurement(value) }, { likeWcu: figure });
}

describe('compareFigures', () => {
  it('prints the value, its date, and the budget', () => {
    const { table, problems } = compare(4, likeFigure);
    expect(table).toMatch(/\| Like +\| 4 WCU +\| 2026-11-23 +\| ≤ 4 WCU +\| ok +\|/);
    expect(problems).toEqual([]);
  });

  it('reports a missed budget without a reason', () => {
    expect(compare(4.5, likeFigure).problems).toEqual([expect.stringContaining('likeWcu is 4.5 WCU')]);
  });

  it('prints the reason of a missed budget', () => {
    const { table, problems } = compare(4.5, { ...likeFigure, reason: 'counters are in the item' });
    expect(table).toContain('missed: counters are in the item');
    expect(problems).toEqual([]);
  });

  it('ignores the reason of a budget that the figure meets', () => {
    expect(compare(4, { ...likeFigure, reason: 'counters are in the item' }).table).not.toContain('counters');
  });

  it('compares scores with a minimum', () => {
    const score = { ...likeFigure, budget: { atLeast: 95 } };
    expect(compare(95, score).problems).toEqual([]);
    expect(compare(94, score).problems).toHaveLength(1);
  });

  it('reports a missing figure with the command that measures it', () => {
    const { problems } = compareFigures({}, { likeWcu: likeFigure });
    expect(problems).toEqual(['likeWcu is not measured. Run: npm run bench -- --only capacity']);
  });
});

describe('the stored results', () => {
  const { table, problems } = compareFigures(readAllResults());

  it('the stored results miss no budget without a reason', () => {
    expect(problems).toEqual([]);
  });

  it('the stored results equal the figures in docs/benchmarks.md', () => {
    expect(insertGeneratedText(benchmarks, table)).toBe(benchmarks);
  });
});

describe('insertGeneratedText', () => {
  it('replaces the previous table of docs/benchmarks.md', () => {
    const firstDocument = insertGeneratedText(benchmarks, 'first');
    expect(insertGeneratedText(firstDocument, 'second')).toBe(insertGeneratedText(benchmarks, 'second'));
    expect(firstDocument).toContain('## Budgets');
  });

  it('rejects a document without a place for the table', () => {
    expect(() => insertGeneratedText('# Benchmarks', 'table')).toThrow('lacks');
  });
});

describe('readRounds', () => {
  const patterns = readFileSync(join(import.meta.dirname, '../../docs/access-patterns.md'), 'utf8');
  const caseName = '| POST /files/list, the newest in one band | ';

  it('reads the table in docs/access-patterns.md', () => {
    const [textBefore, row] = patterns.split(caseName);
    // The row begins with the number of rounds.
    const document = [textBefore, caseName, row?.replace(/^\d+/, '17')].join('');
    expect(readRounds(document)).toMatchObject({ roundsFilesOneBand: 17 });
  });

  it('throws if a case is missing', () => {
    expect(() => readRounds(patterns.replace(caseName, '| another | '))).toThrow('the newest in one band');
  });
});

describe('the comparison with peers', () => {
  /** Builds the results of 10 requests that take 50 ms of processor time, of which the database takes 20 ms. */
  const buildSliceMeasurement = (system: string, perSecond: number, connections = 1): SliceMeasurement => ({
    system,
    connections,
    name: 'feed',
    slice: { caseCount: 10, perSecond, latencies: [10, 20], cpu: { all: 50, database: 20 } },
  });
  it('returns the median ratio of all rounds, because other load affects both systems of a round', () => {
    // In three rounds, Directus handles 1.5, 0.5, and 2 times as many requests per second as Fathom.
    const slices = [
      [buildSliceMeasurement('Fathom', 100), buildSliceMeasurement('Directus', 150)],
      [buildSliceMeasurement('Fathom', 10), buildSliceMeasurement('Directus', 5)],
      [buildSliceMeasurement('Fathom', 1), buildSliceMeasurement('Directus', 2)],
    ].flat();

    expect(ratioTo(slices, { peer: 'Directus', name: 'feed', connections: 1 })).toBe(1.5);
  });

  it('prints processor time per request with and without the database', () => {
    const systems = ['Fathom', 'Directus', 'Parse Server'];
    const slices = [1, 16].flatMap((connections) =>
      systems.map((system) => buildSliceMeasurement(system, 8, connections)),
    );
    const report = reportPeers(slices);

    // 50 ms for 10 requests are 5 ms for each, and 3 ms without the database.
    expect(report).toMatch(/feed of 10 +\| Fathom .*\| +5\.0 \| +3\.0 \|/);
    // The ratio to Fathom with 1 connection, and with 16.
    expect(report).toMatch(/Directus .* 1\.00 \/ 1\.00 /);
  });

  it('docs/benchmarks.md has a section for the comparison with peers', () => {
    expect(insertGeneratedText(benchmarks, 'a table', 'peers')).toContain('a table');
  });
});
