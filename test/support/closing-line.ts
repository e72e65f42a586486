import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints one plain closing line, `N passed, N failed, N skipped`, for people and machines that only read the end. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[(test as TestCase).result().state]++;
      // A file that could not be loaded has no tests to count, and must not pass in silence.
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) count.failed++;
    }
    process.stdout.write(
      `\n${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`,
    );
  }
}
