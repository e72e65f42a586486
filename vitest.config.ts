import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { amplifyStylesPlugin } from './web/build/amplify-styles.ts';
import { contractRoutesPlugin } from './web/build/contract-routes.ts';

const UNIT = '{bin,infra,lambdas,shared,web}/**/*.test.ts';
const LOCAL = 'infra/local/**/*.test.ts';
/** Unit tests that write large tables. */
const LARGE_TABLES = [
  'lambdas/table/cursor-length.test.ts',
  'lambdas/users/list-shared.test.ts',
  'infra/verify/**/*.test.ts',
];
/** Acceptance tests that start their own local cloud, and so run on no other target. */
const VERIFIED_EMAIL = ['test/acceptance/credentials/verified-email.test.ts'];
const DOUBLES = ['infra/local/{stripe,paypal,providers}*/**/*.test.ts', 'infra/local/payment-providers.test.ts'];

/**
 * Matches unit test files that affect other files of their process. They replace modules, globals, timers, or the
 * environment, or start a database. The table's client keeps its first connection.
 */
const SIDE_EFFECTS =
  /\bvi\.(mock|doMock|resetModules|stubGlobal|stubEnv|spyOn|useFakeTimers)\b|\bprocess\.(env|chdir|on)\b|\bglobalThis\b|\bstart(Table|LocalCloud|VerifiedStorage)\b/;

/** Unit test files that run isolated. */
const ISOLATED = globSync(UNIT, { cwd: import.meta.dirname, exclude: ['**/node_modules'] }).filter(
  (file) => !file.startsWith('infra/local/') && SIDE_EFFECTS.test(readFileSync(file, 'utf8')),
);

/** Global setup of every project. */
const TEMPORARY_FOLDER = 'test/support/temporary-folder.ts';

/** Global setup of projects whose tests start local clouds. */
const ASSEMBLIES = [TEMPORARY_FOLDER, 'test/support/assemblies.ts'];

const unit = {
  globalSetup: ASSEMBLIES,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  env: { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' },
};

const JOURNEYS = ['test/e2e/journeys/**/*.test.ts'];

const browser = {
  globalSetup: [...ASSEMBLIES, 'test/support/local-cloud.ts'],
  testTimeout: 240_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  // Runs after all other projects, because a browser and a cloud need the CPU.
  sequence: { groupOrder: 1 },
};

/**
 * `npm test` runs the projects that test the product within minutes. `npm run test:slow` runs the others: the local
 * cloud's own tests, faults, sharded lists, and every screen in a browser. To run one project:
 * `npx vitest run --project acceptance`. Failed tests are not retried.
 */
export default defineConfig({
  test: {
    // Leaves one CPU to the main process. At least three, because most files spend their time waiting for a cloud.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    reporters: ['default', './test/attack/support/counts-reporter.ts', './test/support/summary-line-reporter.ts'],
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: [UNIT],
          exclude: ['**/node_modules/**', LOCAL, ...LARGE_TABLES, ...ISOLATED],
          isolate: false,
        },
      },
      { test: { ...unit, name: 'unit-isolated', include: ISOLATED, exclude: LARGE_TABLES } },
      { test: { ...unit, name: 'large-tables', include: LARGE_TABLES } },
      {
        // Generates the same modules as the web build.
        plugins: [contractRoutesPlugin(), amplifyStylesPlugin()],
        test: { ...unit, name: 'components', include: ['web/**/*.test.tsx'], testTimeout: 60_000 },
      },
      // Isolated, because these tests start servers and write files.
      { test: { ...unit, name: 'local-cloud', include: [LOCAL], exclude: DOUBLES } },
      { test: { ...unit, name: 'doubles', include: DOUBLES } },
      {
        test: {
          name: 'check',
          include: ['test/check.test.ts'],
          globalSetup: TEMPORARY_FOLDER,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'infra',
          include: ['test/infra/*.test.ts'],
          globalSetup: TEMPORARY_FOLDER,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Not isolated: these tests have no side effects, and each process synthesises a context once.
          isolate: false,
        },
      },
      {
        test: {
          // Synthesises many stages with different settings.
          name: 'stages',
          include: ['test/infra/stages/*.test.ts'],
          globalSetup: TEMPORARY_FOLDER,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          // Runs linters written in Python, for minutes. Skipped without Python.
          name: 'linters',
          include: ['test/infra/linters/*.test.ts'],
          globalSetup: TEMPORARY_FOLDER,
          testTimeout: 60_000,
          hookTimeout: 900_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts'],
          exclude: VERIFIED_EMAIL,
          globalSetup: [...ASSEMBLIES, 'test/support/target-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          // Not isolated: these tests are clients of a running target, and loading the AWS SDK takes a second.
          isolate: false,
        },
      },
      {
        test: {
          name: 'verified-email',
          include: VERIFIED_EMAIL,
          globalSetup: [...ASSEMBLIES, 'test/support/target-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'attack',
          include: ['test/attack/**/*.test.ts'],
          globalSetup: [...ASSEMBLIES, 'test/support/target-setup.ts'],
          setupFiles: ['test/attack/support/observe-responses.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'sharded',
          include: ['test/acceptance/files/list.test.ts'],
          globalSetup: [...ASSEMBLIES, 'test/support/target-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ASSEMBLIES,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      { test: { ...browser, name: 'journeys', include: JOURNEYS } },
      ...(['firefox', 'webkit'] as const).map((engine, place) => ({
        test: {
          ...browser,
          name: `journeys-${engine}`,
          include: JOURNEYS,
          runner: './test/support/engine-runner.ts',
          env: { FATHOM_ENGINE: engine },
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          // These engines draw on the CPU, so they run one after the other.
          maxWorkers: 2,
          sequence: { groupOrder: 2 + place },
        },
      })),
      {
        test: {
          ...browser,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: ['test/e2e/journeys/**'],
          // Each file has pages whose water moves. Three files at once keep two cores so busy that screens are seconds late.
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
