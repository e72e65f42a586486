import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import type { Mutant, TestFilter } from './mutant.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Timeout of one vitest run. A mutant may cause an endless loop. */
const TIMEOUT_MS = 15 * 60_000;

/** The time limit of hooks in the copy. Hooks bundle the app and start a cloud while other processes run. */
const HOOK_TIMEOUT = 'hookTimeout: 300_000';

/** Start of the error of a test or hook that timed out. */
const TIMED_OUT = /^(Error: )?(Test|Hook) timed out/;

/** Characters of vitest's output that an error message quotes. */
const QUOTED_LENGTH = 1500;

/** A test that failed. */
export interface FailedTest {
  /** Relative to the repository root. */
  readonly file: string;
  /** Includes the names of the surrounding `describe` blocks. */
  readonly title: string;
  /** The first line of the error. */
  readonly reason: string;
}

/** The fields of vitest's JSON report that are used here. */
interface JsonReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    /** Why the whole file failed, such as an error in `beforeAll`. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** A copy of the working tree, with uncommitted changes, in which mutants are applied one at a time. */
export class ScratchTree {
  readonly #root = mkdtempSync(join(tmpdir(), 'fathom-mutants-'));
  readonly #files: readonly string[];

  constructor() {
    const listing = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
    });
    this.#files = listing
      .toString()
      .split('\0')
      .filter((file) => file && existsSync(join(ROOT, file)));

    for (const file of this.#files) {
      mkdirSync(dirname(join(this.#root, file)), { recursive: true });
      cpSync(join(ROOT, file), join(this.#root, file));
    }

    const config = join(this.#root, 'vitest.config.ts');
    // The command line doesn't override a project's settings.
    writeFileSync(config, readFileSync(config, 'utf8').replaceAll(/hookTimeout: [\d_]+/g, HOOK_TIMEOUT));
    symlinkSync(join(ROOT, 'node_modules'), join(this.#root, 'node_modules'));
  }

  /**
   * Returns the file to change: `mutant.file`, or, if that has moved, the only source file with the text. Files of the
   * same name take precedence.
   *
   * @throws Error if the text doesn't occur, or occurs more than once
   */
  locate({ name, file, find }: Mutant): string {
    const occurrences = this.#files.includes(file) ? this.#count(file, find) : 0;
    if (occurrences === 1) return file;
    if (occurrences > 1) throw new Error(`${name}: "${find}" occurs ${occurrences} times in ${file}.`);

    const matches = this.#files.filter((path) => isSource(path) && this.#count(path, find) > 0);
    const matchesOfSameName = matches.filter((path) => basename(path) === basename(file));
    const [match, secondMatch] = matchesOfSameName.length > 0 ? matchesOfSameName : matches;
    if (match && !secondMatch && this.#count(match, find) === 1) return match;

    const where = matches.length === 0 ? 'nor in any other file' : `but in ${matches.join(', ')}`;
    throw new Error(`${name}: "${find}" is not in ${file}, ${where}. Update test/mutants/mutants.ts.`);
  }

  /** Runs a function while the mutant is applied to this file, then restores the file. */
  withMutant<T>({ find, replace }: Mutant, file: string, run: () => T): T {
    const path = join(this.#root, file);
    const originalText = readFileSync(path, 'utf8');

    // The replacement is a function, because `replace` may contain `$`.
    writeFileSync(
      path,
      originalText.replace(find, () => replace),
    );

    try {
      return run();
    } finally {
      writeFileSync(path, originalText);
    }
  }

  /**
   * Runs these test files once and returns the failed tests, except timeouts, which a busy machine also causes.
   *
   * @throws Error if vitest ran no test, if it failed without a failed test (a setup failed), or if all failures are
   *   timeouts
   */
  runTests({ project, files }: TestFilter): FailedTest[] {
    const output = join(this.#root, '.build/mutant-report.json');
    rmSync(output, { force: true });

    // The pattern of the project also matches `unit-isolated` and `unit-slow`.
    const projectArguments = ['--project', `${project}*`, '--reporter', 'json', '--outputFile', output, '--retry', '0'];
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', ...projectArguments, ...files],
      { cwd: this.#root, encoding: 'utf8', timeout: TIMEOUT_MS, maxBuffer: 2 ** 28, env: withoutTarget() },
    );
    const command = `vitest --project ${project} ${files.join(' ')}`;
    const vitestOutput = `${stdout}\n${stderr}`.trim().slice(-QUOTED_LENGTH);
    if (!existsSync(output)) throw new Error(`${command} wrote no report:\n${vitestOutput}`);

    const report = JSON.parse(readFileSync(output, 'utf8')) as JsonReport;
    const failures = this.#listFailures(report);
    const realFailures = failures.filter(({ reason }) => !TIMED_OUT.test(reason));
    if (failures.length > 0 && realFailures.length === 0) {
      throw new Error(`${command}: all failures are timeouts. Run it again.`);
    }
    if (failures.length === 0 && (!report.success || report.numPassedTests === 0)) {
      const messages = report.testResults.flatMap(({ message }) => message || []).join('\n');
      throw new Error(`${command} failed without a failed test:\n${messages || vitestOutput}`);
    }

    return realFailures;
  }

  /** Returns the failed tests of a report. */
  #listFailures({ testResults }: JsonReport): FailedTest[] {
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages: [message = ''] }) => ({
          file: relative(this.#root, name),
          title: fullName.trim(),
          reason: message.split('\n', 1)[0]!,
        })),
    );
  }

  /** Deletes the copy. */
  remove(): void {
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Returns how often a text occurs in a file. */
  #count(file: string, text: string): number {
    return readFileSync(join(this.#root, file), 'utf8').split(text).length - 1;
  }
}

/** Returns whether a file has code of the product, and isn't a test. */
function isSource(file: string): boolean {
  return /^(infra|lambdas|shared|web)\/.*(?<!\.test)\.tsx?$/.test(file);
}

/** Returns the environment without `FATHOM_TARGET`, because a mutant exists only in a local cloud. */
function withoutTarget(): NodeJS.ProcessEnv {
  const { FATHOM_TARGET: _, ...env } = process.env;
  return env;
}
