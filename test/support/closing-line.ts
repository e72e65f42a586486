import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Prints one plain closing line, `N passed, N failed, N skipped`, for people and machines that only read the end, however
 * many runs there were. Above it, by name, whatever passed at its second try alone: it is either a weak test or a race,
 * and must not be forgotten.
 */
export default class ClosingLine implements Reporter {
  /** All that has run; of files that were run again, how they went then. */
  readonly #modules = new Map<string, TestModule>();
  readonly #failed = new Set<string>();

  constructor() {
    process.once('exit', () => this.#close());
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      this.#modules.set(idOf(module), module);
      if (!module.ok()) this.#failed.add(idOf(module));
    }
  }

  #close(): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const [id, module] of this.#modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        if (test.diagnostic()?.flaky) tell(`Passed at a second try: ${test.fullName} (${module.relativeModuleId})`);
      }
      const states = tests.map((test: TestCase) => test.result().state);
      for (const state of states) count[state]++;
      // A file that could not be loaded or set up has no failed test to count, and must not pass in silence.
      if (module.state() === 'failed' && !states.includes('failed')) count.failed++;
      if (module.ok() && this.#failed.has(id)) tell(`Passed when it was run again: ${module.relativeModuleId}`);
    }
    tell(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`);
  }
}

const idOf = ({ project, moduleId }: TestModule) => `${project.name} ${moduleId}`;

function tell(line: string): void {
  process.stdout.write(`\n${line}`);
}
