import { createVitest, parseCLI, type TestModule } from 'vitest/node';

/**
 * `npm test`: everything once, and then each file of browser tests that failed a second time, with a browser of its own.
 * A browser that dies takes the rest of its file with it, and so does a test that leaves its page where the next does not
 * expect it; neither says anything of the product. What needed a second try is named at the end.
 */

/** With more files than these it is no accident any more. */
const MOST_FILES = 3;

process.env.TEST = 'true';
process.env.VITEST = 'true';
process.env.NODE_ENV ??= 'test';

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const vitest = await createVitest({ ...options, run: true, watch: false });
try {
  const first = await vitest.start(filter);
  const failed = first.testModules.filter((module) => !module.ok());
  const again = failed.filter(isOfBrowser);
  const worthwhile = again.length > 0 && again.length <= MOST_FILES && again.length === failed.length;
  if (worthwhile && first.unhandledErrors.length === 0) {
    const second = await vitest.runTestSpecifications(again.map((module) => module.toTestSpecification()));
    const good = second.testModules.every((module) => module.ok()) && second.unhandledErrors.length === 0;
    process.exitCode = good ? 0 : 1;
  }
} finally {
  await vitest.exit();
}

function isOfBrowser({ project }: TestModule): boolean {
  return project.name === 'e2e';
}
