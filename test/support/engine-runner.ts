import { relative } from 'node:path';
import { type RunnerTask, type RunnerTestFile, TestRunner, type VitestTestRunner } from 'vitest';
import { DRIVER_LIMITS, findMissingPart, requiresEngines, selectEngine } from './engines.ts';

/**
 * Runs the journeys in the project's engine.
 *
 * Skips all tests with the reason if the engine isn't installed, or fails their files if `requiresEngines` returns
 * true. Skips tests that the engine's driver can't run. A file without tests to run doesn't run its hooks, which would
 * start the browser.
 */
export default class EngineRunner extends TestRunner {
  async onCollected(files: RunnerTestFile[]): Promise<void> {
    const engine = selectEngine();
    const missingPart = findMissingPart(engine);
    if (missingPart !== undefined && requiresEngines()) {
      // Vitest runs no test and no hook of a file that has failed.
      for (const file of files) file.result = { state: 'fail', errors: [{ name: 'Error', message: missingPart }] };
      return;
    }

    const limits = Object.entries(DRIVER_LIMITS[engine]);

    for (const file of files) {
      const path = relative(this.config.root, file.filepath);
      const findReason = (task: RunnerTask) =>
        missingPart ?? limits.find(([key]) => task.name === key || path.startsWith(key))?.[1];
      await this.#skipTasks(file, findReason);
    }
  }

  /** Skips the suites and tests of a file for which `findReason` returns a reason. Prints each reason once. */
  async #skipTasks(file: RunnerTestFile, findReason: (task: RunnerTask) => string | undefined): Promise<void> {
    const skippedTasks: RunnerTask[] = [];
    const reasons = new Set<string>();

    for (const task of listTasks(file)) {
      const reason = findReason(task);
      if (reason === undefined) continue;

      task.mode = 'skip';
      task.result = { state: 'skip' };
      skippedTasks.push(task);
      reasons.add(reason);
    }

    for (const reason of reasons) console.warn(`Skipped: ${reason}`);
    await this.#report(skippedTasks.filter(({ type }) => type === 'test'));
  }

  /** Reports skipped tests. Vitest reported the modes of all tests before it called `onCollected`. */
  async #report(tests: RunnerTask[]): Promise<void> {
    await (this as VitestTestRunner).onTaskUpdate?.(
      tests.map(({ id, result, meta }) => [id, result, meta]),
      tests.map(({ id }) => [id, 'test-finished', undefined]),
    );
  }
}

/** Returns a task with all tasks within it. */
function listTasks(task: RunnerTask): RunnerTask[] {
  return task.type === 'suite' ? [task, ...task.tasks.flatMap(listTasks)] : [task];
}
