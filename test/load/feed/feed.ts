/**
 * Part `feed` of `npm run bench`: how long a change of depth takes to reach an open page through the change feed, and
 * what the table's stream costs the local database in writes.
 */
import { loadavg } from 'node:os';
import { readOptions } from '../options.ts';
import { quantile } from '../quantile.ts';
import { formatCount, formatNumber, formatTable } from '../report.ts';
import { recordFigure } from '../results.ts';
import { measureFrameLatencies } from './frame-latencies.ts';
import { compareWrites } from './stream-writes.ts';

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');

/** Changes of depth whose frame is awaited. */
const CHANGES = 10 * options.runs;

/** Records in the stream before the second comparison. */
const OLD_RECORDS = 100_000;

const latencies = await measureFrameLatencies(CHANGES);
const [p50, p95, max] = [0.5, 0.95, 1].map((share) => quantile(latencies, share)) as [number, number, number];
recordFigure('feedP95Ms', p95);

const comparisons = await compareWrites(OLD_RECORDS);
recordFigure('feedWriteRatio', comparisons[0]!.ratio);
recordFigure('feedOldWriteRatio', comparisons[1]!.ratio);

const latencyTable = formatTable(
  ['From a response to its depth frame', 'changes', 'p50 ms', 'p95 ms', 'longest ms'],
  [['one change after another', formatCount(CHANGES), ...[p50, p95, max].map(formatNumber)]],
);
const writesTable = formatTable(
  ['Writes of the local database', 'without a stream, per second', 'with a stream', 'ratio'],
  comparisons.map(({ oldRecords, plainPerSecond, streamedPerSecond, ratio }) => [
    `${formatCount(oldRecords)} records in the stream`,
    formatNumber(plainPerSecond),
    formatNumber(streamedPerSecond),
    ratio.toFixed(2),
  ]),
);

console.log(`
## Change feed; load ${formatNumber(loadavg()[0]!)}

${latencyTable}

${writesTable}
`);
// Open connections would keep the process alive.
process.exit(0);
