import type { Consumed, Latency } from '../meter.ts';
import { count, figure, table } from '../report.ts';

/** One question from one viewer at one size. */
export interface Measured {
  /** Of what is listed, so many are in the table. */
  readonly size: number;
  readonly viewer: string;
  readonly label: string;
  readonly consumed: Consumed;
  /** How many are on the page. */
  readonly rows: number;
  /** Whether this was the last page: everything visible has been read. */
  readonly ended: boolean;
  /** In milliseconds. */
  readonly latency: Latency;
}

/** A search followed through all its pages. */
interface WholeSearch {
  readonly size: number;
  readonly pages: number;
  readonly found: number;
  /** The page that the first match was on, from 1. */
  readonly pageOfFirst: number;
  readonly consumed: Consumed;
  readonly seconds: number;
}

/** The latency at the largest size may be so many times that at the smallest (design §11). */
const HIGHEST_RATIO = 1.2;

/** What was measured: what is listed ("files"), and a title. */
interface Subject {
  readonly title: string;
  readonly what: string;
}

/** One table for each size. */
export function printBySize({ title, what }: Subject, sizes: readonly number[], measured: readonly Measured[]): void {
  for (const size of sizes) {
    console.log(`\n## ${title}, ${count(size)} ${what}\n`);
    const rows = measured
      .filter((one) => one.size === size)
      .map(({ viewer, label, rows, ended, consumed, latency }) => [
        viewer,
        label,
        `${count(rows)}${ended ? ', all' : ''}`,
        figure(consumed.query),
        figure(consumed.read),
        count(consumed.requests),
        figure(latency.p50),
        figure(latency.p95),
        count(latency.runs),
      ]);
    const heads = ['From', 'What', 'Rows', 'RCU, index', 'RCU, all', 'Requests', 'p50 ms', 'p95 ms', 'Runs'];
    console.log(table(heads, rows));
  }
}

/** What each question consumes of the index at each size, and how the largest compares with the smallest. */
export function printRatios({ title, what }: Subject, sizes: readonly number[], measured: readonly Measured[]): void {
  const [smallest = 0, largest = 0] = [sizes.at(0), sizes.at(-1)];
  console.log(`\n## ${title}, ${count(largest)} ${what} beside ${count(smallest)}\n`);
  const rows = measured
    .filter(({ size }) => size === largest)
    .map(({ viewer, label }) => {
      const bySize = sizes.map((size) =>
        measured.find((one) => one.size === size && one.viewer === viewer && one.label === label),
      );
      const units = bySize.map((one) => (one ? figure(one.consumed.query) : '–'));
      return [viewer, label, ...units, ...comparison(bySize[0], bySize.at(-1)!)];
    });
  const units = sizes.map((size) => `RCU, ${count(size)}`);
  console.log(table(['From', 'What', ...units, 'Capacity', 'p50 ratio', '≤ 1.2'], rows));
}

function comparison(small: Measured | undefined, large: Measured | undefined): [string, string, string] {
  if (!small || !large) return ['no such page among so few', '–', ''];
  const ratio = large.latency.p50 / small.latency.p50;
  if (small.ended !== large.ended) return [`ends sooner among ${count(small.size)}`, ratio.toFixed(2), ''];
  if (small.rows < large.rows) return [`shows fewer among ${count(small.size)}`, ratio.toFixed(2), ''];
  return [difference(small, large), ratio.toFixed(2), ratio <= HIGHEST_RATIO ? 'ok' : 'OVER'];
}

function difference(small: Measured, large: Measured): string {
  const difference = large.consumed.query - small.consumed.query;
  if (difference === 0) return 'equal';
  return `${difference > 0 ? '+' : '–'}${figure(Math.abs(difference))}`;
}

export function printWholeSearch(searches: readonly WholeSearch[]): void {
  console.log('\n## A rare search followed to its end, from the highest viewer\n');
  const rows = searches.map(({ size, pages, found, pageOfFirst, consumed, seconds }) => [
    count(size),
    count(found),
    count(pages),
    count(pageOfFirst),
    figure(consumed.read),
    figure(seconds),
  ]);
  console.log(table(['Files', 'Found', 'Pages', 'First on page', 'RCU', 'Seconds'], rows));
}

/** The naive way, and how many times the banded page it is. */
export function printNaive(naive: readonly Measured[], banded: readonly Measured[]): void {
  console.log('\n## The naive way: one index on depth, sorted and filtered in the function\n');
  const rows = naive.map((one) => {
    const { size, viewer, label, consumed, latency } = one;
    const ours = banded.find((other) => other.size === size && other.viewer === viewer && other.label === label);
    return [
      viewer,
      label,
      count(size),
      figure(consumed.read),
      ours ? `${figure(consumed.read / ours.consumed.read)} ×` : '–',
      figure(latency.p50),
      figure(latency.p95),
      ours ? `${figure(latency.p50 / ours.latency.p50)} ×` : '–',
      count(latency.runs),
    ];
  });
  const heads = ['From', 'What', 'Files', 'RCU', 'of ours', 'p50 ms', 'p95 ms', 'p50 of ours', 'Runs'];
  console.log(table(heads, rows));
}
