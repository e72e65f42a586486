/**
 * Part `memory` of `npm run bench`: prints the memory of a local cloud with the demo community, each minute while a
 * member calls all endpoints. After an hour, records the memory of all processes, with their shares of common pages
 * (PSS). A shorter run is a trial and records nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { readOptions } from '../options.ts';
import { readMemory, readProcessorTime } from '../process-tree.ts';
import { formatNumber, formatTable } from '../report.ts';
import { recordFigure } from '../results.ts';
import { callEveryEndpoint } from './call-every-endpoint.ts';
import { startCloud, stopCloud } from './start-cloud.ts';

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');
if (process.platform !== 'linux') throw new Error('This part reads /proc, which only Linux has.');

/** Minutes of use after which the memory is recorded. */
const RECORDED_MINUTES = 60;
/**
 * Pause between two rounds, in milliseconds. A round starts most functions, so shorter pauses would use most of a core.
 */
const PAUSE_MS = 20_000;

const { minutes } = options;
const directory = mkdtempSync(join(tmpdir(), 'fathom-memory-'));
const cloud = await startCloud(directory, ['--fresh']);
try {
  if (!cloud.isComplete) throw new Error('The local cloud has not started with its demo community.');

  const pid = cloud.child.pid ?? 0;
  const readCpuMs = () => readProcessorTime({ server: pid, database: pid })?.all ?? 0;
  const start = performance.now();
  const rows: string[][] = [];
  let lastMemoryMb = 0;
  let cpuMsBefore = readCpuMs();
  let timeBefore = start;

  /** Adds a row with the memory now, and with the processor time since the previous row. */
  const addRow = (minute: number) => {
    const { resident, own, descendants } = readMemory(pid);
    const cpuMs = readCpuMs();
    const time = performance.now();
    const cpuPercent = time > timeBefore ? (100 * (cpuMs - cpuMsBefore)) / (time - timeBefore) : 0;
    cpuMsBefore = cpuMs;
    timeBefore = time;
    lastMemoryMb = own + descendants;

    rows.push([
      String(minute),
      ...[resident, own, descendants, lastMemoryMb, cpuPercent, loadavg()[0]!].map(formatNumber),
    ]);
  };

  // The member calls endpoints while this process reads the memory.
  const calls = callEveryEndpoint(cloud.url, { until: start + minutes * MINUTE_MS, pauseMs: PAUSE_MS });
  const addRowEachMinute = async () => {
    for (let minute = 0; minute <= minutes; minute++) {
      await pause(Math.max(0, start + minute * MINUTE_MS - performance.now()));
      addRow(minute);
    }
  };

  const [counts] = await Promise.all([calls, addRowEachMinute()]);
  if (minutes >= RECORDED_MINUTES) recordFigure('memoryMb', lastMemoryMb);

  console.log(`## Memory of the local cloud over ${minutes} minutes of use, in MB\n`);
  const heads = ['Minute', 'Process RSS', 'Process PSS', 'Database and others PSS', 'All PSS', 'CPU %', 'Load'];
  console.log(formatTable(heads, rows));
  const responses = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  console.log(`\nResponses: ${responses.join(', ')}`);
} finally {
  await stopCloud(cloud);
  rmSync(directory, { recursive: true, force: true });
}
