import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { amplifyStylesPlugin } from './web/build/amplify-styles.ts';
import { contractRoutesPlugin } from './web/build/contract-routes.ts';

/** For every project. */
const FOLDER = 'test/support/temporary-folder.ts';

/** For projects whose tests start local clouds. */
const ASSEMBLIES = [FOLDER, 'test/support/assemblies.ts'];

/**
 * One run, one summary: `npm test` (`test/run.ts`). Projects can be run alone, e.g. `npx vitest run --project acceptance`.
 */
export default defineConfig({
  test: {
    // One processor is left to the main process; but with two in all, much would wait for one that waits.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ['default', './test/support/closing-line.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{bin,infra,lambdas,shared,web}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'web/src/app/**/*.test.tsx'],
          globalSetup: ASSEMBLIES,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          env: { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' },
        },
      },
      {
        test: {
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          globalSetup: FOLDER,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // They change nothing that others see, and the CDK takes seconds to load.
          isolate: false,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts'],
          globalSetup: [...ASSEMBLIES, 'test/support/target.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'sharded',
          include: ['test/acceptance/files/list.test.ts'],
          globalSetup: [...ASSEMBLIES, 'test/support/sharded-target.ts'],
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
      {
        // The modules that Vite makes for the pages.
        plugins: [contractRoutesPlugin(), amplifyStylesPlugin()],
        test: {
          name: 'components',
          include: ['web/src/app/**/*.test.tsx'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/e2e/journeys/**/*.test.ts'],
          globalSetup: [...ASSEMBLIES, 'test/support/local-cloud.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          // After all others: a browser and a cloud need the machine to themselves.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/*.test.ts'],
          globalSetup: [...ASSEMBLIES, 'test/support/local-cloud.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
