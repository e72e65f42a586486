/**
 * Part `peers` of `npm run bench`: sends the same requests to Fathom, Directus, and Parse Server with the same data, in
 * turns. Prints requests per second, processor time, and latencies, and writes the table in docs/benchmarks.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '../options.ts';
import { formatNumber } from '../report.ts';
import { recordFigure } from '../results.ts';
import { insertGeneratedText } from '../summary/compare-figures.ts';
import { startDirectus } from './directus.ts';
import { startFathom } from './fathom.ts';
import { measureSlice, readRows } from './load.ts';
import { startParse } from './parse.ts';
import { PEER_FIGURES, ratioTo, reportPeers, type SliceMeasurement } from './peers-report.ts';
import { readPostgresVersion, startPostgres } from './postgres.ts';
import { CASES, type Case, CONNECTIONS, type System } from './system.ts';

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');

const DOCUMENT = join(import.meta.dirname, '../../../docs/benchmarks.md');

/** Duration of one slice in milliseconds. */
const SLICE_MS = 1500;

/** The slice before the measurements of a case, so that code is compiled and connections are open. */
const WARM_UP = { connections: Math.max(...CONNECTIONS), milliseconds: 1000 };

/** Slices of each case, system, and number of connections: three with the default of 30 runs. */
const rounds = Math.max(1, Math.round(options.runs / 10));
const caseNames = Object.keys(CASES) as Case[];

const postgresVersion = readPostgresVersion();
const directory = mkdtempSync(join(tmpdir(), 'fathom-peers-'));
/** Functions that stop the started systems. They run in reverse order. */
const closers: (() => Promise<void>)[] = [];

try {
  const systems = await startSystems();
  await compareRows(systems);
  const measurements = await measureCases(systems);

  const table = reportPeers(measurements);
  const load = loadavg().map(formatNumber).join(', ');
  const circumstances = `Node ${process.version}, ${postgresVersion}, ${cpus().length} cores, load ${load}, rounds of ${SLICE_MS / 1000} s: ${rounds}.`;
  console.log(`\n## Next to peers\n\n${circumstances}\n\n${table}`);

  for (const [figure, { peer, name }] of Object.entries(PEER_FIGURES)) {
    const ratios = CONNECTIONS.map((connections) => ratioTo(measurements, { peer, name, connections }));
    recordFigure(figure as keyof typeof PEER_FIGURES, Math.max(...ratios));
  }

  writeFileSync(DOCUMENT, insertGeneratedText(readFileSync(DOCUMENT, 'utf8'), `${circumstances}\n\n${table}`, 'peers'));
} finally {
  for (const close of closers.reverse()) await close();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

/** Starts all systems with the same community. The first is Fathom. */
async function startSystems(): Promise<System[]> {
  /** Waits until a system has started, and closes it at the end. */
  const awaitStart = async (name: string, pendingSystem: Promise<System>) => {
    const system = await pendingSystem;
    closers.push(() => system.close());
    console.error(`${name} is ready`);
    return system;
  };

  console.error('Starting Fathom, Directus, and Parse Server with 10,000 files. This takes two minutes.');
  const { system: fathom, community } = await startFathom(join(directory, 'fathom'), console.error);
  await awaitStart('Fathom', Promise.resolve(fathom));

  // PostgreSQL has its own folder, because another user owns it if this process runs as root.
  const postgresDirectory = mkdtempSync(join(tmpdir(), 'fathom-postgres-'));
  closers.push(async () => rmSync(postgresDirectory, { recursive: true, force: true }));
  const postgres = await startPostgres(postgresDirectory);
  closers.push(() => postgres.close());

  const [directus, parse] = await Promise.all([
    awaitStart('Directus', startDirectus(join(directory, 'directus'), postgres, community)),
    awaitStart('Parse Server', startParse(join(directory, 'parse'), postgres, community)),
  ]);

  return [fathom, directus, parse];
}

/**
 * Compares the rows that the systems return for each case.
 *
 * @throws Error if a system returns other rows than the first system
 */
async function compareRows(systems: readonly System[]): Promise<void> {
  for (const name of caseNames) {
    const rows: (readonly string[])[] = [];
    for (const system of systems) rows.push(await readRows(system, name));
    if (!CASES[name].sameRows) continue;

    const differingSystem = systems.find((_, index) => String(rows[index]) !== String(rows[0]));
    if (differingSystem) {
      throw new Error(`${differingSystem.name} returns other rows for ${CASES[name].title}: ${rows.join('\n')}`);
    }
  }
}

/** Measures all cases with all systems, in turns, so that other load on the machine affects all systems equally. */
async function measureCases(systems: readonly System[]): Promise<SliceMeasurement[]> {
  const measurements: SliceMeasurement[] = [];
  for (const name of caseNames) {
    for (const system of systems) await measureSlice(system, name, WARM_UP);
    for (const connections of CONNECTIONS) {
      for (let round = 0; round < rounds; round++) {
        for (const system of systems) {
          const slice = await measureSlice(system, name, { connections, milliseconds: SLICE_MS });
          measurements.push({ system: system.name, name, connections, slice });
        }
      }
    }
    console.error(reportPeers(measurements.filter((entry) => entry.name === name)));
  }

  return measurements;
}
