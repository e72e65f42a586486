/**
 * `npm run mutants:fast -- [group …] [options]`: tests the mutants of StrykerJS in one process per test file.
 *
 * StrykerJS starts a process, the table, and the AWS SDK for each mutant, which takes seconds. This runs the tests that
 * cover a mutant again in a process that has loaded everything. Only mutants of code that runs while a module loads, or
 * in `beforeAll`, get their own process. Prints survivors and the score of each folder.
 *
 * --mutate <glob>  only these sources
 * --test <glob>    only these tests
 * --own-tests      runs a test file only for mutants of the sources that it imports itself
 * --skip-load      leaves out mutants that need their own process
 * --resume         only tests the mutants that need their own process, after a run with --skip-load
 */
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mutant } from '@stryker-mutator/api/core';
import { startVitest } from 'vitest/node';
import { groups } from '../groups.ts';
import { type Instrumented, instrument } from './instrument.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const DIRECTORY = join(ROOT, '.stryker');

const { values: options, positionals } = parseArgs({
  options: {
    mutate: { type: 'string', multiple: true },
    test: { type: 'string', multiple: true },
    'skip-load': { type: 'boolean' },
    resume: { type: 'boolean' },
    'own-tests': { type: 'boolean' },
  },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(groups);
process.chdir(ROOT);
process.env.FATHOM_TEST_ASSEMBLIES = join(DIRECTORY, 'assemblies');
process.env.NODE_ENV = 'test';
mkdirSync(process.env.FATHOM_TEST_ASSEMBLIES, { recursive: true });

/** What became of a mutant. */
interface Outcome {
  killedBy?: string;
  failure?: string;
  covered: boolean;
}

const all: { mutant: Mutant; outcome: Outcome }[] = [];
for (const name of names) {
  const group = groups[name];
  if (!group) throw new Error(`Unknown group ${name}. Groups: ${Object.keys(groups).join(', ')}.`);
  const instrumented = await instrument(ROOT, options.mutate ?? group.mutate);
  const found = [...new Set((options.test ?? group.tests).flatMap((glob) => globSync(glob, { cwd: ROOT })))];
  const tests = found.toSorted((a, b) => cost(a) - cost(b));
  const outcomes = await testGroup(name, instrumented, tests);
  for (const mutant of instrumented.mutants) {
    if (mutant.status !== 'Ignored') all.push({ mutant, outcome: outcomes.get(mutant.id) ?? { covered: false } });
  }
}
report();

async function testGroup(name: string, { sources, mutants }: Instrumented, tests: readonly string[]) {
  const resultsFile = join(DIRECTORY, `${name}.jsonl`);
  if (!options.resume) rmSync(resultsFile, { force: true });
  const outcomes = new Map<string, Outcome>();
  const atLoad = new Map<string, string[]>();
  const ignored = mutants.filter(({ status }) => status === 'Ignored').map(({ id }) => id);

  const runFiles = async (files: readonly string[], context: { activeMutant?: string; only?: string[] } = {}) => {
    const killed = [...outcomes].filter(([, { killedBy }]) => killedBy).map(([id]) => id);
    const vitest = await startVitest(
      'test',
      [...files],
      {
        config: join(import.meta.dirname, '../vitest.config.ts'),
        watch: false,
        include: [...tests],
        setupFiles: [join(import.meta.dirname, 'setup.ts')],
        sequence: { hooks: 'list' },
        maxWorkers: 1,
        bail: context.activeMutant === undefined ? 0 : 1,
        hookTimeout: 0,
        reporters: context.activeMutant === undefined ? ['dot'] : [{}],
        provide: { mutants: { resultsFile, skipped: [...ignored, ...killed], ...context } },
      } as never,
      { plugins: [{ name: 'instrumented', enforce: 'pre', load: (id: string) => sources.get(id) }] },
    );
    const failed = vitest.state.getFiles().some(({ result }) => result?.state !== 'pass');

    await vitest.close();
    process.exitCode = 0;

    return failed;
  };

  // First the mutants of the sources that a test file imports itself: most are killed there.
  readResults(resultsFile, outcomes, atLoad);
  for (const test of options.resume ? [] : tests) {
    const only = findMutantsOfImports(test, mutants);
    if (only.length === 0) continue;
    if (await runFiles([test], { only })) console.log(`Fails without a mutant: ${test}`);
    readResults(resultsFile, outcomes, atLoad);
  }

  for (const test of tests) {
    if (options['own-tests'] || options.resume) break;
    await runFiles([test]);
    readResults(resultsFile, outcomes, atLoad);
  }

  for (const [id, files] of atLoad) {
    const outcome = outcomes.get(id) ?? { covered: true };
    if (outcome.killedBy || ignored.includes(id) || options['skip-load']) continue;
    for (const file of files.filter((it) => tests.includes(it))) {
      if (!(await runFiles([file], { activeMutant: id }))) continue;
      outcome.killedBy = file;
      appendFileSync(resultsFile, `${JSON.stringify({ id, killedBy: file })}\n`);
      break;
    }
    outcomes.set(id, outcome);
  }

  return outcomes;
}

/** Orders test files: those without a table first, then the shorter. */
function cost(test: string): number {
  const text = readFileSync(test, 'utf8');
  return text.length + (text.includes('startTable') ? 1e6 : 0);
}

/** Returns the IDs of mutants in the sources that a test file imports. */
function findMutantsOfImports(test: string, mutants: readonly Mutant[]): string[] {
  const imports = readFileSync(test, 'utf8').matchAll(/'(\.[^']*\.ts)'/g);
  const sources = new Set([...imports].map(([, path]) => join(ROOT, dirname(test), path!)));
  return mutants.filter(({ fileName }) => sources.has(fileName)).map(({ id }) => id);
}

function readResults(file: string, outcomes: Map<string, Outcome>, atLoad: Map<string, string[]>): void {
  if (!existsSync(file)) return;

  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const result = JSON.parse(line);
    if (result.static) {
      for (const id of result.static) atLoad.set(id, [...new Set([...(atLoad.get(id) ?? []), result.file])]);
    } else {
      const outcome = outcomes.get(result.id) ?? { covered: true };
      if (result.killedBy && !outcome.killedBy) Object.assign(outcome, result);
      outcomes.set(result.id, outcome);
    }
  }
}

function report(): void {
  for (const { mutant, outcome } of all) {
    if (outcome.killedBy) continue;
    const { fileName, location, mutatorName, replacement } = mutant;
    const lines = readFileSync(fileName, 'utf8').split('\n');
    const { start, end } = location;
    const line = lines[start.line]!;
    const text = start.line === end.line ? line.slice(start.column, end.column) : `${line.slice(start.column)} …`;
    console.log(
      `${outcome.covered ? 'survived' : 'no test'} ${relative(ROOT, fileName)}:${start.line + 1} ${mutatorName}`,
    );
    console.log(`    ${line.trim()}\n    ${text}  =>  ${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 160)}`);
  }

  const folders = Map.groupBy(all, ({ mutant }) => relative(ROOT, dirname(mutant.fileName)));
  const files = Map.groupBy(all, ({ mutant }) => relative(ROOT, mutant.fileName));

  for (const [folder, mutants] of [...files, ...folders, ['all', all] as const]) {
    const count = mutants.filter(({ outcome }) => outcome.killedBy).length;
    const percent = Math.floor((1000 * count) / mutants.length) / 10;
    console.log(`${folder}: ${count} of ${mutants.length} mutants caught (${percent} %)`);
  }
  writeFileSync(join(DIRECTORY, `${names.join('-')}-fast.json`), JSON.stringify(all, null, 1));
}
