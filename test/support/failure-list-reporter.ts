import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { SEED } from './seed.ts';

/** A failed test, or a file that failed to load. */
export interface Failure {
  readonly project: string;
  /** Relative to the repository. */
  readonly file: string;
  /** The titles of the surrounding `describe` blocks and of the test. Empty if the file failed to load. */
  readonly titles: readonly string[];
  /** The message of the first error. */
  readonly message: string;
}

/** Files whose tests build on each other, so a single one can't run alone. */
const SEQUENTIAL = /^test\/e2e\//;

/** Ends a failed run with each failed test, its first error line, and the commands that repeat or repair it. */
export default class FailureListReporter implements Reporter {
  #failures: Failure[] = [];

  constructor() {
    // Prints at exit, because other reporters print the errors with their sources first.
    process.once('exit', () => {
      if (this.#failures.length > 0) process.stdout.write(`\nFailed:\n${this.#failures.map(formatFailure).join('\n')}`);
    });
  }

  /** Vitest calls this after all tests. */
  onTestRunEnd(modules: readonly TestModule[]): void {
    this.#failures = modules.flatMap(listFailures);
  }
}

/** Returns the failed tests of a file, or the file's own error if it failed to load. */
function listFailures(module: TestModule): Failure[] {
  const origin = { project: module.project.name, file: module.relativeModuleId };
  const failedTests = Array.from(module.children.allTests('failed'), (test) => ({
    ...origin,
    titles: titlesOf(test),
    message: test.result().errors?.[0]?.message ?? '',
  }));
  if (failedTests.length > 0 || module.state() !== 'failed') return failedTests;

  const [error = module.children.allSuites().next().value?.errors()[0]] = module.errors();
  return [{ ...origin, titles: [], message: error?.message ?? 'The file failed.' }];
}

/** Returns the titles of the `describe` blocks around a test, and its own. */
function titlesOf(test: TestCase): string[] {
  const titles = [test.name];
  for (let parent: TestSuite | TestModule = test.parent; parent.type === 'suite'; parent = parent.parent) {
    titles.unshift(parent.name);
  }
  return titles;
}

/** Formats a failure in lines: the test, its first error line, and the commands. */
export function formatFailure({ project, file, titles, message }: Failure): string {
  const [firstLine = ''] = message.trim().split('\n');
  const canRunAlone = titles.length > 0 && !SEQUENTIAL.test(file);
  const pattern = titles.join(' ').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const seed = process.env.FATHOM_TEST_SEED === undefined ? '' : `FATHOM_TEST_SEED=${SEED} `;
  // Titles of tests for generated documents name the command that writes them.
  const [, repairCommand] = /\b(npm run [\w:-]+)/.exec(titles.join(' ')) ?? [];

  return [
    `  ${[file, ...titles].join(' › ')}`,
    `    ${firstLine.slice(0, 200)}`,
    `    Repeat: ${seed}npx vitest run --project ${project} ${file}${canRunAlone ? ` -t ${quote(pattern)}` : ''}`,
    ...(repairCommand ? [`    If the change is intended: ${repairCommand}`] : []),
    '',
  ].join('\n');
}

/** Quotes an argument for a POSIX shell. */
function quote(argument: string): string {
  return `'${argument.replaceAll("'", "'\\''")}'`;
}
