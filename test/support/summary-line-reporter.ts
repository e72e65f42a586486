import type { Reporter, TestModule } from 'vitest/node';

/** Prints `N passed, N failed, N skipped` as the last line of a run. CI parses it. */
export default class SummaryLineReporter implements Reporter {
  #line = '0 passed, 0 failed, 0 skipped';

  constructor() {
    // Print at exit, because the global teardown may print more lines after the run.
    process.once('exit', () => process.stdout.write(`\n${this.#line}\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    // An unhandled error fails the run even if no test fails.
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };

    for (const module of modules) {
      const states = Array.from(module.children.allTests(), (test) => test.result().state);
      for (const state of states) count[state]++;
      // A file that fails to load fails the run, but has no failed test.
      if (module.state() === 'failed' && !states.includes('failed')) count.failed++;
    }

    this.#line = `${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`;
  }
}
