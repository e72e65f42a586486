import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import {
  afterAll,
  beforeEach,
  inject,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestSuite,
  TestRunner,
  vi,
} from 'vitest';
import { removeHooks } from '../../../support/table-calls.ts';

/*
 * Setup file of each test file. After the tests have passed once, it runs the tests that cover a mutant again with this
 * mutant, in the same process and on the same table. Appends one line of JSON per result to a file.
 */

/** The state that instrumented sources read and write. */
interface Stryker {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount: number;
  hitLimit: number;
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

const { resultsFile, skipped, only, activeMutant } = inject('mutants');
const stryker = {} as Stryker;
Object.assign(globalThis, { __stryker__: stryker });
stryker.mutantCoverage = { static: {}, perTest: {} };
stryker.activeMutant = activeMutant;
stryker.hitCount = 0;
stryker.hitLimit = activeMutant === undefined ? Number.MAX_SAFE_INTEGER : 100_000;

const realTimeout = setTimeout;
const write = (result: object) => appendFileSync(resultsFile, `${JSON.stringify(result)}\n`);

beforeEach(({ task }) => {
  stryker.currentTestId = task.id;
  return () => {
    stryker.currentTestId = undefined;
  };
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest requires a pattern as the first parameter
afterAll(async ({}, file) => {
  if (activeMutant !== undefined) return;

  const { static: atLoad, perTest } = structuredClone(stryker.mutantCoverage);
  const tests: RunnerTestCase[] = [];
  for (const test of listTests(file)) {
    const ids = Object.keys(perTest[test.id] ?? {});
    // A test that fails when it is repeated on the same table can't show anything about a mutant.
    if (ids.length > 0 && (await runTest(test)) === undefined && (await runTest(test)) === undefined) tests.push(test);
    else for (const id of ids) atLoad[id] ??= 1;
  }

  const name = relative(process.cwd(), file.file.filepath);
  write({ file: name, static: Object.keys(atLoad) });
  const mutants = new Map<string, RunnerTestCase[]>();
  for (const test of tests) {
    for (const id of Object.keys(perTest[test.id] ?? {})) {
      if (skipped.includes(id) || (only && !only.includes(id))) continue;
      mutants.set(id, [...(mutants.get(id) ?? []), test]);
    }
  }

  const results = new Map<string, object>();
  for (const [id, covering] of mutants) results.set(id, await testMutant(id, covering));
  // A mutant may leave rows that break a test. Then this test's results don't count, and a new process decides.
  const broken = new Set<string>();
  for (const test of tests) if ((await runTest(test)) !== undefined) broken.add(test.name);

  for (const [id, result] of results) {
    const undecided = 'killedBy' in result && broken.has(String(result.killedBy));
    write({ id, ...(undecided ? { undecided: true } : result) });
    if (undecided) write({ file: name, static: [id] });
  }
}, 0);

async function testMutant(id: string, covering: readonly RunnerTestCase[]): Promise<object> {
  const byDuration = covering.toSorted((a, b) => (a.result?.duration ?? 0) - (b.result?.duration ?? 0));
  for (const test of byDuration) {
    stryker.activeMutant = id;
    stryker.hitCount = 0;
    stryker.hitLimit = 100_000;
    const failure = await runTest(test);
    stryker.activeMutant = undefined;
    stryker.hitLimit = Number.MAX_SAFE_INTEGER;
    if (failure === undefined) continue;
    return { killedBy: test.name, failure };
  }

  return { survived: byDuration.length };
}

/** Runs a test with its hooks. Returns the failure, or undefined if it passes. */
async function runTest(test: RunnerTestCase): Promise<string | undefined> {
  const suites = listSuites(test);
  const cleanups: (() => unknown)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const limit = 5_000 + 20 * (test.result?.duration ?? 0);
  const timeout = new Promise<string>((resolve) => {
    timer = realTimeout(() => resolve('timeout'), limit);
  });

  const run = async () => {
    for (const suite of suites) {
      for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) {
        const cleanup = await (hook as (context: unknown, suite: unknown) => unknown)(test.context, suite);
        if (typeof cleanup === 'function') cleanups.push(cleanup as () => unknown);
      }
    }
    await TestRunner.getTestFn(test)();
  };

  try {
    return await Promise.race([run().then(() => undefined, describeError), timeout]);
  } finally {
    clearTimeout(timer);
    for (const suite of suites.toReversed()) {
      for (const hook of TestRunner.getSuiteHooks(suite).afterEach) {
        await (hook as (context: unknown, suite: unknown) => unknown)(test.context, suite);
      }
    }
    for (const cleanup of cleanups.toReversed()) await cleanup();
    removeHooks();
    vi.useRealTimers();
  }
}

function describeError(error: unknown): string {
  return String((error as Error)?.message ?? error)
    .split('\n', 1)[0]!
    .slice(0, 200);
}

function listTests(task: RunnerTask): RunnerTestCase[] {
  if (task.type === 'test') return task.mode === 'run' ? [task] : [];
  return task.tasks.flatMap(listTests);
}

/** Returns the suites of a test, the outermost first. */
function listSuites(test: RunnerTestCase): RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = [];
  for (let suite: RunnerTestSuite | undefined = test.suite ?? test.file; suite; suite = suite.suite)
    suites.unshift(suite);
  if (suites[0] !== test.file) suites.unshift(test.file);
  return suites;
}

declare module 'vitest' {
  interface ProvidedContext {
    mutants: {
      readonly resultsFile: string;
      /** IDs that are decided already. */
      readonly skipped: readonly string[];
      /** IDs to test; all if absent. */
      readonly only?: readonly string[] | undefined;
      /** Set when the whole file runs with one mutant, from the loading of its modules. */
      readonly activeMutant?: string | undefined;
    };
  }
}
