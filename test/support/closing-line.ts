import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints `N passed, N failed, N skipped` as the last line of a run, alone on its line: CI reads it.
 */
export default class ClosingLine implements Reporter {
  #line = '0 passed, 0 failed, 0 skipped';

  constructor() {
    // Global teardown may still print something after the end of the run.
    process.once('exit', () => process.stdout.write(`\n${this.#line}\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    // An unhandled error fails the run, although no test fails.
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const states = Array.from(module.children.allTests(), (test) => test.result().state);
      for (const state of states) count[state]++;
      // A file that could not be loaded or set up fails the run, although it has no failed test.
      if (module.state() === 'failed' && !states.includes('failed')) count.failed++;
    }
    this.#line = `${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`;
  }
}
