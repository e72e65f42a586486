import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Prints one plain closing line, `N passed, N failed, N skipped`, for people and machines that only read the end. Above
 * it, by name, whatever passed at its second try alone: it is either a weak test or a race, and must not be forgotten.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        if (test.diagnostic()?.flaky)
          process.stdout.write(`\nPassed at a second try: ${test.fullName} (${module.relativeModuleId})`);
      }
      const states = tests.map((test: TestCase) => test.result().state);
      for (const state of states) count[state]++;
      // A file that could not be loaded or set up has no failed test to count, and must not pass in silence.
      if (module.state() === 'failed' && !states.includes('failed')) count.failed++;
    }
    process.stdout.write(
      `\n${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`,
    );
  }
}
