import { formatNumber, formatTable } from '../report.ts';
import type { Slice } from './load.ts';
import { CASES, type Case, CONNECTIONS } from './system.ts';

/** A slice of time of one system. */
export interface Measured {
  readonly system: string;
  readonly name: Case;
  readonly connections: number;
  readonly slice: Slice;
}

const SYSTEMS = ['Fathom', 'Directus', 'Parse Server'];

/** The figure of each ratio that has a budget. */
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

/** Returns requests per second of a peer divided by Fathom's: the median of all rounds. */
export function ratioTo(
  measurements: readonly Measured[],
  { peer, name, connections }: { peer: string; name: Case; connections: number },
): number {
  const rates = (system: string) => select(measurements, system, name, [connections]).map(({ perSecond }) => perSecond);
  const ownRates = rates('Fathom');
  return median(rates(peer).map((rate, round) => rate / ownRates[round]!));
}

/** Formats a Markdown table with a row for each request and system. */
export function reportPeers(measurements: readonly Measured[]): string {
  const names = (Object.keys(CASES) as Case[]).filter((name) => measurements.some((entry) => entry.name === name));
  const rows = names.flatMap((name) =>
    SYSTEMS.map((system, index) => [
      index === 0 ? CASES[name].title : '…',
      system,
      ...CONNECTIONS.map((connections) =>
        formatNumber(median(select(measurements, system, name, [connections]).map(({ perSecond }) => perSecond))),
      ),
      system === 'Fathom'
        ? '–'
        : CONNECTIONS.map((connections) => ratioTo(measurements, { peer: system, name, connections }).toFixed(2)).join(
            ' / ',
          ),
      ...formatProcessorTime(select(measurements, system, name, CONNECTIONS)),
      ...CONNECTIONS.map((connections) => {
        const latencies = select(measurements, system, name, [connections]).flatMap((slice) => slice.latencies);
        return `${formatNumber(quantile(latencies, 0.5))} / ${formatNumber(quantile(latencies, 0.95))}`;
      }),
    ]),
  );
  const heads = [
    ...['Request', 'System', 'Per second, 1 connection', '16', 'Divided by ours'],
    ...['CPU ms per request', '… without the database', 'p50 / p95 ms, 1 connection', '16'],
  ];

  return formatTable(heads, rows);
}

/** Returns the processor time per request, in all and without the database. */
function formatProcessorTime(slices: readonly Slice[]): [string, string] {
  const count = slices.reduce((sum, slice) => sum + slice.count, 0);
  const sum = (part: 'all' | 'database') => slices.reduce((total, { cpu }) => total + (cpu?.[part] ?? Number.NaN), 0);
  const [all, database] = [sum('all') / count, sum('database') / count];
  // Other systems than Linux don't show the time of other processes.
  return Number.isNaN(all) ? ['–', '–'] : [all.toFixed(1), (all - database).toFixed(1)];
}

function select(
  measurements: readonly Measured[],
  system: string,
  name: Case,
  connections: readonly number[],
): readonly Slice[] {
  return measurements
    .filter((entry) => entry.system === system && entry.name === name && connections.includes(entry.connections))
    .map(({ slice }) => slice);
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  return sortedValues[Math.floor((sortedValues.length - 1) * share)] ?? Number.NaN;
}
