/**
 * Part `first-starts` of `npm run bench`: runs first starts of `npm start`, half of them while another process uses a
 * whole core. Prints how many demo communities are complete, the time to ready, and the memory afterwards.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readOptions } from '../options.ts';
import { formatNumber, formatTable } from '../report.ts';

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');

const PROJECT = join(import.meta.dirname, '../../..');
/** Twenty with the default of 30 runs. */
const STARTS = Math.max(2, Math.round((options.runs * 2) / 3));
/** When the memory is read, in minutes after ready. */
const MINUTES = [0, 1, 5];

interface Start {
  readonly child: ChildProcess;
  readonly seconds: number;
  readonly isComplete: boolean;
}

/** Runs `npm start` until it is ready or has ended. */
async function startCloud(directory: string, args: readonly string[]): Promise<Start> {
  const started = performance.now();
  const child = spawn(process.execPath, ['bin/local.ts', '--port', '0', '--directory', directory, ...args], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Fathom is ready')) resolve();
    });
    child.once('exit', () => resolve());
  });
  const isComplete = printed.includes('Fathom is ready') && printed.includes('Demo login:');
  return { child, seconds: (performance.now() - started) / 1000, isComplete };
}

async function stop({ child }: Start): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

/** Returns the resident memory of a process and of all its children, in megabytes. Linux only. */
function readMemory(pid: number): { own: number; children: number } {
  const read = (id: string | number, file: string) => {
    try {
      return readFileSync(`/proc/${id}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  const residentMb = (id: string | number) => Number(/VmRSS:\s+(\d+)/.exec(read(id, 'status'))?.[1] ?? 0) / 1024;
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [name, /PPid:\s+(\d+)/.exec(read(name, 'status'))?.[1]]),
  );
  const isDescendant = (id: string | undefined): boolean =>
    id !== undefined && (parents.get(id) === String(pid) || isDescendant(parents.get(id)));
  const children = [...parents.keys()].filter(isDescendant).reduce((sum, id) => sum + residentMb(id), 0);
  return { own: residentMb(pid), children };
}

async function measureStarts(): Promise<void> {
  const rows: string[][] = [];
  for (const isBusy of [false, true]) {
    const busy = isBusy ? spawn(process.execPath, ['-e', 'for (;;);']) : undefined;
    const seconds: number[] = [];
    let complete = 0;
    const load = formatNumber(loadavg()[0] ?? 0);
    for (let run = 0; run < STARTS / 2; run++) {
      const directory = mkdtempSync(join(tmpdir(), 'fathom-start-'));
      const start = await startCloud(directory, ['--fresh']);
      await stop(start);
      seconds.push(start.seconds);
      if (start.isComplete) complete += 1;
      rmSync(directory, { recursive: true, force: true });
    }
    busy?.kill();
    seconds.sort((a, b) => a - b);
    const times = [seconds[0], seconds[Math.floor(seconds.length / 2)], seconds.at(-1)];
    rows.push([
      isBusy ? 'with a busy process' : 'alone',
      load,
      `${complete} of ${seconds.length}`,
      ...times.map((time = 0) => formatNumber(time)),
    ]);
  }
  console.log(formatTable(['First starts', 'Load before', 'Complete', 'Fastest s', 'Median s', 'Slowest s'], rows));
}

async function measureMemory(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-start-'));
  const rows: string[][] = [];
  for (const [name, args] of [
    ['first', ['--fresh']],
    ['warm', []],
  ] as const) {
    const start = await startCloud(directory, args);
    let waited = 0;
    for (const minutes of MINUTES) {
      await pause((minutes - waited) * 60_000);
      waited = minutes;
      const { own, children } = readMemory(start.child.pid ?? 0);
      rows.push([
        `${name}, after ${minutes} min`,
        formatNumber(own),
        formatNumber(children),
        formatNumber(start.seconds),
      ]);
    }
    await stop(start);
  }
  rmSync(directory, { recursive: true, force: true });
  console.log(formatTable(['Start', 'Process MB', 'Database and bundler MB', 'Ready after s'], rows));
}

await measureStarts();
if (process.platform === 'linux') await measureMemory();
