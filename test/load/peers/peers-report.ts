import { formatNumber, formatTable } from '../report.ts';
import type { Slice } from './load.ts';
import { CASES, type Case, CONNECTIONS } from './system.ts';

/** The measurement of one case with one system in one slice of time. */
export interface SliceMeasurement {
  readonly system: string;
  readonly name: Case;
  readonly connections: number;
  readonly slice: Slice;
}

/** The compared systems, in the order of the table. */
const SYSTEMS = ['Fathom', 'Directus', 'Parse Server'];

/** The peer and the case of each figure, which is a ratio with a budget. */
export const PEER_FIGURES = {
  directusNewestFiles: { peer: 'Directus', name: 'newestFiles' },
  directusLargestPdfs: { peer: 'Directus', name: 'largestPdfs' },
  directusProfile: { peer: 'Directus', name: 'profile' },
  directusCreatePost: { peer: 'Directus', name: 'createPost' },
  directusDashboard: { peer: 'Directus', name: 'dashboard' },
  directusFeed: { peer: 'Directus', name: 'feed' },
  parseNewestFiles: { peer: 'Parse Server', name: 'newestFiles' },
  parseLargestPdfs: { peer: 'Parse Server', name: 'largestPdfs' },
  parseProfile: { peer: 'Parse Server', name: 'profile' },
  parseCreatePost: { peer: 'Parse Server', name: 'createPost' },
  parseDashboard: { peer: 'Parse Server', name: 'dashboard' },
  parseFeed: { peer: 'Parse Server', name: 'feed' },
} as const;

/** Returns a peer's requests per second divided by Fathom's: the median of all rounds. */
export function ratioTo(
  measurements: readonly SliceMeasurement[],
  { peer, name, connections }: { peer: string; name: Case; connections: number },
): number {
  const listRates = (system: string) =>
    selectSlices(measurements, system, name, [connections]).map(({ perSecond }) => perSecond);
  const fathomRates = listRates('Fathom');

  // Compares the two systems within each round, because other load on the machine affects both.
  return median(listRates(peer).map((rate, round) => rate / fathomRates[round]!));
}

/** Formats a Markdown table with a row for each request and system. */
export function reportPeers(measurements: readonly SliceMeasurement[]): string {
  const names = (Object.keys(CASES) as Case[]).filter((name) => measurements.some((entry) => entry.name === name));
  const rows = names.flatMap((name) =>
    SYSTEMS.map((system, index) => [
      index === 0 ? CASES[name].title : '…',
      system,
      ...CONNECTIONS.map((connections) => formatRate(selectSlices(measurements, system, name, [connections]))),
      formatRatios(measurements, system, name),
      ...formatProcessorTime(selectSlices(measurements, system, name, CONNECTIONS)),
      ...CONNECTIONS.map((connections) => formatLatencies(selectSlices(measurements, system, name, [connections]))),
    ]),
  );
  const heads = [
    'Request',
    'System',
    'Per second, 1 connection',
    '16',
    'Divided by ours',
    'CPU ms per request',
    '… without the database',
    'p50 / p95 ms, 1 connection',
    '16',
  ];

  return formatTable(heads, rows);
}

/** Formats the median of the requests per second. */
function formatRate(slices: readonly Slice[]): string {
  return formatNumber(median(slices.map(({ perSecond }) => perSecond)));
}

/** Formats a peer's ratios to Fathom, one for each number of connections. */
function formatRatios(measurements: readonly SliceMeasurement[], system: string, name: Case): string {
  if (system === 'Fathom') return '–';

  const ratios = CONNECTIONS.map((connections) => ratioTo(measurements, { peer: system, name, connections }));
  return ratios.map((ratio) => ratio.toFixed(2)).join(' / ');
}

/** Formats the median and the 95th percentile of the latencies, in milliseconds. */
function formatLatencies(slices: readonly Slice[]): string {
  const latencies = slices.flatMap((slice) => slice.latencies);
  return `${formatNumber(quantile(latencies, 0.5))} / ${formatNumber(quantile(latencies, 0.95))}`;
}

/** Formats the processor time per request in milliseconds, in total and without the database. */
function formatProcessorTime(slices: readonly Slice[]): [string, string] {
  const caseCount = slices.reduce((sum, slice) => sum + slice.caseCount, 0);
  const sum = (part: 'all' | 'database') => slices.reduce((total, { cpu }) => total + (cpu?.[part] ?? Number.NaN), 0);
  const all = sum('all') / caseCount;
  const database = sum('database') / caseCount;

  // Only Linux shows the time of other processes.
  return Number.isNaN(all) ? ['–', '–'] : [all.toFixed(1), (all - database).toFixed(1)];
}

/** Returns the slices of one case with one system, for some numbers of connections. */
function selectSlices(
  measurements: readonly SliceMeasurement[],
  system: string,
  name: Case,
  connections: readonly number[],
): readonly Slice[] {
  return measurements
    .filter((entry) => entry.system === system && entry.name === name && connections.includes(entry.connections))
    .map(({ slice }) => slice);
}

/** Returns the median, or the lower of the two middle values. */
function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the value below which this share of the values lies. */
function quantile(values: readonly number[], share: number): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  return sortedValues[Math.floor((sortedValues.length - 1) * share)] ?? Number.NaN;
}
