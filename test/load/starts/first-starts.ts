/**
 * Part `first-starts` of `npm run bench`: runs first and warm starts of `npm start`, and first starts while another
 * process uses a whole core. A first start has no data and no build cache. A warm start has those of an earlier start.
 *
 * Prints how many demo communities are complete, the time to ready with its phases, and the processor time.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '../options.ts';
import { formatNumber, formatTable } from '../report.ts';
import { recordFigure } from '../results.ts';
import { PROJECT_FOLDER, type StartedCloud, startCloud, stopCloud } from './start-cloud.ts';

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');

/** The folder with outputs of earlier builds, which a fresh machine doesn't have. */
const BUILD_CACHE = join(PROJECT_FOLDER, '.build/cache');

/** Ticks of the kernel's counters: USER_HZ is 100 on all Linux platforms. */
const CLOCK_TICKS_PER_SECOND = 100;

/** Number of starts of each kind: ten with the default of 30 runs. */
const STARTS_PER_KIND = Math.max(1, Math.round(options.runs / 3));

/** Returns the processor time of all ended child processes, in seconds. Linux only. */
function readChildCpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  // proc(5) calls them fields 16 and 17: user and system time of ended children, in clock ticks.
  return (Number(fields[13]) + Number(fields[14])) / CLOCK_TICKS_PER_SECOND;
}

/** The kinds of starts, and the figure that records the median of each. */
const KINDS = [
  { name: 'first', recordAs: 'firstStartSeconds', isWarm: false, isBusy: false },
  { name: 'warm', recordAs: 'warmStartSeconds', isWarm: true, isBusy: false },
  { name: 'first, with a busy process', recordAs: undefined, isWarm: false, isBusy: true },
] as const;

type Kind = (typeof KINDS)[number];

/** A start with its processor time. */
interface MeasuredStart extends StartedCloud {
  readonly cpuSeconds: number;
}

/** The heads of the table. */
const COLUMNS = [
  'Start',
  'Load before',
  'Complete',
  'Fastest s',
  'Median s',
  'Slowest s',
  'CPU s',
  'Phases of the median',
];

/** Measures all kinds of starts, and prints a row for each. */
async function measureStarts(): Promise<void> {
  const rows: string[][] = [];

  for (const kind of KINDS) {
    const loadBefore = formatNumber(loadavg()[0] ?? 0);
    const starts = (await measureKind(kind)).sort((a, b) => a.seconds - b.seconds);

    const median = starts[Math.floor(starts.length / 2)]!;
    if (kind.recordAs) recordFigure(kind.recordAs, median.seconds);

    const complete = `${starts.filter(({ isComplete }) => isComplete).length} of ${starts.length}`;
    const times = [starts[0], median, starts.at(-1)].map((start) => formatNumber(start!.seconds));
    rows.push([kind.name, loadBefore, complete, ...times, formatNumber(median.cpuSeconds), median.phases]);
  }

  console.log(formatTable(COLUMNS, rows));
}

/** Measures all starts of one kind. */
async function measureKind({ isWarm, isBusy }: Kind): Promise<MeasuredStart[]> {
  const busyProcess = isBusy ? spawn(process.execPath, ['-e', 'for (;;);']) : undefined;
  const directory = mkdtempSync(join(tmpdir(), 'fathom-start-'));

  try {
    // Creates the data and the build cache for the warm starts. This start isn't measured.
    if (isWarm) await stopCloud(await startCloud(directory, []));

    const starts: MeasuredStart[] = [];
    while (starts.length < STARTS_PER_KIND) {
      if (!isWarm) rmSync(BUILD_CACHE, { recursive: true, force: true });

      const cpuSecondsBefore = readChildCpuSeconds();
      const start = await startCloud(directory, isWarm ? [] : ['--fresh']);
      await stopCloud(start);
      starts.push({ ...start, cpuSeconds: readChildCpuSeconds() - cpuSecondsBefore });
    }
    return starts;
  } finally {
    rmSync(directory, { recursive: true, force: true });
    busyProcess?.kill();
  }
}

if (process.platform !== 'linux') throw new Error('This part reads /proc, which only Linux has.');
await measureStarts();
