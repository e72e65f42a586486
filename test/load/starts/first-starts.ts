/**
 * Part `first-starts` of `npm run bench`: runs first and warm starts of `npm start`, and first starts while another
 * process uses a whole core. Prints how many demo communities are complete, the time to ready with its phases, and the
 * processor time.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '../options.ts';
import { formatNumber, formatTable } from '../report.ts';
import { record } from '../results.ts';
import { PROJECT_FOLDER, type StartedCloud, startCloud, stopCloud } from './start-cloud.ts';

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');

/** The folder with outputs of earlier builds, which a fresh machine doesn't have. */
const BUILD_CACHE = join(PROJECT_FOLDER, '.build/cache');
/** Number of starts of each kind: ten with the default of 30 runs. */
const STARTS = Math.max(1, Math.round(options.runs / 3));

/** Returns the processor time of all ended child processes, in seconds. Linux only. */
function readChildCpu(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  // proc(5) calls them fields 16 and 17: user and system time of ended children, in hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** A first start has no data and no build cache. A warm start has those of an earlier start. */
const KINDS = [
  { name: 'first', figure: 'firstStartSeconds', isWarm: false, isBusy: false },
  { name: 'warm', figure: 'warmStartSeconds', isWarm: true, isBusy: false },
  { name: 'first, with a busy process', figure: undefined, isWarm: false, isBusy: true },
] as const;

/** Measures all kinds of starts, and prints a row for each. */
async function measureStarts(): Promise<void> {
  const rows: string[][] = [];
  for (const { name, figure, isWarm, isBusy } of KINDS) {
    const busyProcess = isBusy ? spawn(process.execPath, ['-e', 'for (;;);']) : undefined;
    const load = formatNumber(loadavg()[0] ?? 0);
    const directory = mkdtempSync(join(tmpdir(), 'fathom-start-'));
    if (isWarm) await stopCloud(await startCloud(directory, []));

    const starts: (StartedCloud & { readonly cpu: number })[] = [];
    while (starts.length < STARTS) {
      if (!isWarm) rmSync(BUILD_CACHE, { recursive: true, force: true });
      const cpuBefore = readChildCpu();
      const start = await startCloud(directory, isWarm ? [] : ['--fresh']);
      await stopCloud(start);
      starts.push({ ...start, cpu: readChildCpu() - cpuBefore });
    }

    rmSync(directory, { recursive: true, force: true });
    busyProcess?.kill();

    starts.sort((a, b) => a.seconds - b.seconds);
    const median = starts[Math.floor(starts.length / 2)]!;
    if (figure) record(figure, median.seconds);

    const complete = `${starts.filter(({ isComplete }) => isComplete).length} of ${starts.length}`;
    const times = [starts[0], median, starts.at(-1)].map((start) => formatNumber(start!.seconds));
    rows.push([name, load, complete, ...times, formatNumber(median.cpu), median.phases]);
  }

  const columns = [
    'Start',
    'Load before',
    'Complete',
    'Fastest s',
    'Median s',
    'Slowest s',
    'CPU s',
    'Phases of the median',
  ];
  console.log(formatTable(columns, rows));
}

if (process.platform !== 'linux') throw new Error('This part reads /proc, which only Linux has.');
await measureStarts();
