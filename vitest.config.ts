import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { amplifyStylesPlugin } from './web/build/amplify-styles.ts';
import { contractRoutesPlugin } from './web/build/contract-routes.ts';

const UNIT = '{bin,infra,lambdas,shared,web}/**/*.test.ts';
const LOCAL = 'infra/local/**/*.test.ts';
const DOUBLES = ['infra/local/{stripe,paypal,providers}*/**/*.test.ts', 'infra/local/payment-providers.test.ts'];

/**
 * What a unit test file contains if other files of its process would notice it: replaced modules, globals, timers or
 * environment, or a database, because the table's client stays with the first one it met.
 */
const SIDE_EFFECTS =
  /\bvi\.(mock|doMock|resetModules|stubGlobal|stubEnv|spyOn|useFakeTimers)\b|\bprocess\.(env|chdir|on)\b|\bglobalThis\b|\bstart(Table|LocalCloud)\b/;

/** The unit test files that run isolated. */
const ISOLATED = globSync(UNIT, { cwd: import.meta.dirname, exclude: ['**/node_modules'] }).filter(
  (file) => !file.startsWith('infra/local/') && SIDE_EFFECTS.test(readFileSync(file, 'utf8')),
);

/** For every project. */
const FOLDER = 'test/support/temporary-folder.ts';

/** For projects whose tests start local clouds. */
const ASSEMBLIES = [FOLDER, 'test/support/assemblies.ts'];

const unit = {
  globalSetup: ASSEMBLIES,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  env: { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' },
};

const browser = {
  globalSetup: [...ASSEMBLIES, 'test/support/local-cloud.ts'],
  testTimeout: 240_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  // After all others: a browser and a cloud need the processors.
  sequence: { groupOrder: 1 },
};

/**
 * `npm test` runs the projects that judge the product within minutes. `npm run test:slow` runs the others: the local
 * cloud's own tests, faults, the sharded lists, and every screen in a browser. Projects can be run alone, e.g.
 * `npx vitest run --project acceptance`. Nothing is retried.
 */
export default defineConfig({
  test: {
    // One processor is left to the main process, but at least three files run at once: many wait for a cloud.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    reporters: ['default', './test/support/closing-line.ts'],
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: [UNIT],
          exclude: ['**/node_modules/**', LOCAL, ...ISOLATED],
          isolate: false,
        },
      },
      { test: { ...unit, name: 'unit-isolated', include: ISOLATED } },
      {
        // The modules that Vite generates for the pages.
        plugins: [contractRoutesPlugin(), amplifyStylesPlugin()],
        test: { ...unit, name: 'components', include: ['web/**/*.test.tsx'], testTimeout: 60_000 },
      },
      // The local cloud starts servers and files of its own: isolated.
      { test: { ...unit, name: 'local-cloud', include: [LOCAL], exclude: DOUBLES } },
      { test: { ...unit, name: 'doubles', include: DOUBLES } },
      {
        test: {
          name: 'check',
          include: ['test/check.test.ts'],
          globalSetup: FOLDER,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'infra',
          include: ['test/infra/*.test.ts'],
          globalSetup: FOLDER,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // They change nothing that others see, and each context is synthesised once in a process.
          isolate: false,
        },
      },
      {
        test: {
          // Settings of a stage, each synthesised by itself.
          name: 'stages',
          include: ['test/infra/stages/*.test.ts'],
          globalSetup: FOLDER,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts'],
          globalSetup: [...ASSEMBLIES, 'test/support/target-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          // Clients of a running target: they replace nothing, and the AWS SDK takes a second to load.
          isolate: false,
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
      { test: { ...browser, name: 'journeys', include: ['test/e2e/journeys/**/*.test.ts'] } },
      {
        test: {
          ...browser,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: ['test/e2e/journeys/**'],
        },
      },
    ],
  },
});
