import { spawn } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Exit code of a command that couldn't install its dependencies. */
const NOT_INSTALLED = 3;

/** The time between two readings of the machine's load, in milliseconds. */
const LOAD_INTERVAL_MS = 5000;

/** The time that a load average covers, in milliseconds. */
const LOAD_MINUTE_MS = 60_000;

/** The result of a command that runs tests. */
export interface TestRun {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  /** The highest one-minute load average of the run. If the run took less than a minute, the average at its end. */
  readonly load: number;
  /** The failure of the command itself, such as `exit 1`, if the counts don't explain it. */
  readonly problem?: string;
  /** The whole output. */
  readonly output: string;
}

/**
 * Runs a command, shows its output, and counts its tests.
 *
 * The counts come from the line `N passed, N failed`. A command without this line counts as one test. A command that
 * exits with an error has at least one failed test.
 */
export async function runTests(
  name: string,
  command: readonly [string, ...string[]],
  { env = {}, quiet = false }: { readonly env?: NodeJS.ProcessEnv; readonly quiet?: boolean } = {},
): Promise<TestRun> {
  const startTime = Date.now();
  let load = 0;
  const readLoad = () => {
    load = Math.max(load, loadavg()[0]!);
  };
  const timer = setInterval(() => {
    // During the first minute, the average contains the load of earlier commands.
    if (Date.now() - startTime >= LOAD_MINUTE_MS) readLoad();
  }, LOAD_INTERVAL_MS);

  const [program, ...args] = command;
  const child = spawn(program, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';

  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (!quiet) process.stdout.write(text);
    });
  }

  const exitCode = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(NOT_INSTALLED));
    // A command that a signal ended has no exit code.
    child.on('close', (code) => resolve(code ?? 1));
  });

  clearInterval(timer);
  if (Date.now() - startTime < LOAD_MINUTE_MS) readLoad();

  const seconds = Math.round((Date.now() - startTime) / 1000);
  return { name, ...countTests(output, exitCode), seconds, load, output };
}

/** Returns the counts of a run from its output and exit code. */
export function countTests(
  output: string,
  code: number,
): Pick<TestRun, 'passed' | 'failed' | 'skipped'> & { problem?: string } {
  if (code === NOT_INSTALLED) return { passed: 0, failed: 1, skipped: 0, problem: 'could not be installed' };

  const line = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  if (!line) {
    if (code === 0) return { passed: 1, failed: 0, skipped: 0 };
    return { passed: 0, failed: 1, skipped: 0, problem: `exit ${code}` };
  }

  const [passed, failed, skipped] = line.slice(1).map((count) => Number(count ?? 0)) as [number, number, number];
  if (code === 0 || failed > 0) return { passed, failed, skipped };

  // All tests passed, but the run failed: for example, a hook did.
  return { passed, failed: 1, skipped, problem: `exit ${code}` };
}

/** Builds the environment of a vitest run with a seed and as many workers as cores. */
export function buildVitestEnvironment(seed: number): NodeJS.ProcessEnv {
  return { FATHOM_TEST_SEED: String(seed), FATHOM_TEST_WORKERS: String(availableParallelism()) };
}

/** Builds the command line of vitest. */
export function buildVitestCommand(...args: readonly string[]): [string, ...string[]] {
  return [process.execPath, join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...args];
}
