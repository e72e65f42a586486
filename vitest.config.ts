import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { WAIT_TIMEOUT_MS } from './test/support/time-limits.ts';
import { amplifyStylesPlugin } from './web/build/amplify-styles.ts';
import { contractRoutesPlugin } from './web/build/contract-routes.ts';

const UNIT = '{bin,infra,lambdas,shared,web,test/runs,test/support}/**/*.test.ts';
const LOCAL = 'infra/local/**/*.test.ts';

/*
 * Tests that take long for what they find: they try every fault, wait for mails and for processed pictures, or write much
 * data. `npm run test:all` runs them, and `npm test` runs the rest within minutes.
 */
const UNIT_SLOW = [
  'bin/commands.test.ts',
  'bin/verify-table.test.ts',
  'lambdas/account/audit-ledgers.test.ts',
  'lambdas/credentials/{faults,register}.test.ts',
  'lambdas/media/{declared-pixels,timed-media}.test.ts',
  'lambdas/rounds.test.ts',
  'lambdas/table/depth-index.test.ts',
  'shared/media/{container-cleaning,heif-pixels,movie-frames,plan-cleaning}.test.ts',
  'lambdas/table/cursor-length.test.ts',
  'lambdas/users/list-shared.test.ts',
  'infra/data/verify/{invariants,verify-table}.test.ts',
];
const COMPONENTS_SLOW = [
  'web/src/app/screens/{describe-pictures,double-clicks,failed-messages,limit-refusals,load-all,remaining-allowances}.test.tsx',
  'web/src/app/screens/{return-to-files,security,states,two-panes,unsent-input}.test.tsx',
  'web/src/app/screens/first-steps/first-steps.test.tsx',
  'web/src/app/visitor/{forgot-password,two-step-login}.test.tsx',
];
const ACCEPTANCE_SLOW = [
  'test/acceptance/account/photo.test.ts',
  'test/acceptance/credentials/{change-email,devices,reset-password,stolen-token,totp}.test.ts',
  'test/acceptance/files/{cleaned-copies,copies,media,multipart}.test.ts',
  'test/acceptance/messages/limits.test.ts',
  'test/acceptance/posts/{concurrent-members,picture}.test.ts',
];
const JOURNEYS_SLOW = [
  'test/e2e/journeys/account-deletion.test.ts',
  'test/e2e/journeys/browser-support.test.ts',
  'test/e2e/journeys/follow.test.ts',
  'test/e2e/journeys/keyboard.test.ts',
  'test/e2e/journeys/posts.test.ts',
];
const INFRA_SLOW = ['test/infra/{bundles,canary,file-bucket}.test.ts'];

/** Acceptance tests that start their own local cloud, and so run on no other target. */
const VERIFIED_EMAIL = ['test/acceptance/credentials/verified-email.test.ts'];
const DOUBLES = ['infra/local/{stripe,paypal,providers}*/**/*.test.ts', 'infra/local/payment-providers.test.ts'];

/**
 * Matches unit test files that affect other files of their process: they replace modules, the environment, or the table's
 * client. `restore-globals.ts` restores what `vi` replaces. Also matches files that start servers, because clients of AWS
 * compare the server's clock with theirs, which is another in files that share a process.
 */
const SIDE_EFFECTS =
  /\bvi\.(mock|doMock|resetModules)\b|\bprocess\.(env|chdir|on)\b|\bglobalThis\b|\binjectTableFaults\b|\bHttpServer\b|\b(startLocalCloud|startVerifiedStorage|setUpScriptedServer)\b/;

/** Returns the unit test files whose text matches. */
const findUnitTests = (matches: (text: string) => boolean) =>
  globSync(UNIT, { cwd: import.meta.dirname, exclude: ['**/node_modules'] }).filter(
    (file) => !file.startsWith('infra/local/') && matches(readFileSync(file, 'utf8')),
  );

/** Unit test files that run isolated. */
const ISOLATED = [
  ...findUnitTests((text) => SIDE_EFFECTS.test(text)),
  // Functions count calls in memory, so the first calls of a process write more.
  'lambdas/endpoints.test.ts',
];

/** Unit test files that use the table, and share a database with others. */
const TABLE = findUnitTests((text) => /\bstartTable\b/.test(text)).filter((file) => !ISOLATED.includes(file));

/** Time limits are for tests that hang, not for slow machines: no other file sets shorter ones. */
const LIMITS = { testTimeout: 120_000, hookTimeout: 300_000, expect: { poll: { timeout: WAIT_TIMEOUT_MS } } };

/** Setup file of every project. */
const SEEDED_RANDOM = 'test/support/seeded-random.ts';

/** Setup file of projects whose tests run in one process. */
const SEEDED_CLOCK = 'test/support/seeded-clock.ts';

/** Setup file of unit tests that share a process. */
const RESTORE_GLOBALS = 'test/support/restore-globals.ts';

/** Global setup of every project. */
const TEMPORARY_FOLDER = 'test/support/temporary-folder.ts';

/** Global setup of projects whose tests start local clouds. */
const ASSEMBLIES = [TEMPORARY_FOLDER, 'test/support/assemblies.ts'];

/** Settings of every project. */
const base = { ...LIMITS, setupFiles: [SEEDED_RANDOM], globalSetup: TEMPORARY_FOLDER };

const unit = {
  ...base,
  globalSetup: ASSEMBLIES,
  env: { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' },
};

const JOURNEYS = ['test/e2e/journeys/**/*.test.ts'];

/** Tests that are clients of a target, by default of a local cloud. */
const client = { ...base, globalSetup: [...ASSEMBLIES, 'test/support/target-setup.ts'] };

const browser = {
  ...base,
  globalSetup: [...ASSEMBLIES, 'test/support/local-cloud.ts'],
  testTimeout: 300_000,
  // Runs after all other projects, because a browser and a cloud need the CPU.
  sequence: { groupOrder: 2 },
};

/** Runs type checks and unit tests first: they fail within seconds, and explain failures of the later tests. */
const FIRST = { sequence: { groupOrder: 0 } };
const THEN = { sequence: { groupOrder: 1 } };

/** Generate the same modules as the web build. */
const WEB_PLUGINS = [contractRoutesPlugin(), amplifyStylesPlugin()];
const COMPONENTS = 'web/**/*.test.tsx';

const components = {
  ...unit,
  ...THEN,
  name: 'components',
  setupFiles: [SEEDED_RANDOM, SEEDED_CLOCK, 'web/src/test-support/wait-timeout.ts'],
};

/**
 * `npm test` runs the projects that test the product within minutes. `npm run test:all` runs all: also the local cloud's
 * own tests, faults, sharded lists, and every screen in a browser. To run one project:
 * `npx vitest run --project acceptance`. Failed tests are not retried.
 */
export default defineConfig({
  test: {
    // Leaves one CPU to the main process. At least three, because most files spend their time waiting for a cloud.
    maxWorkers: Number(process.env.FATHOM_TEST_WORKERS ?? Math.max(3, availableParallelism() - 1)),
    reporters: [
      'default',
      './test/attack/support/counts-reporter.ts',
      './test/support/failure-list-reporter.ts',
      './test/support/summary-line-reporter.ts',
    ],
    projects: [
      { test: { ...base, ...FIRST, name: 'check', include: ['test/check.test.ts'], testTimeout: 300_000 } },
      {
        test: {
          ...unit,
          ...FIRST,
          name: 'unit',
          setupFiles: [SEEDED_RANDOM, SEEDED_CLOCK, RESTORE_GLOBALS],
          include: [UNIT],
          exclude: ['**/node_modules/**', LOCAL, ...UNIT_SLOW, ...ISOLATED, ...TABLE],
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          ...FIRST,
          name: 'unit-table',
          globalSetup: [...ASSEMBLIES, 'test/support/table-engines.ts'],
          setupFiles: ['test/support/use-table-engine.ts', SEEDED_RANDOM, RESTORE_GLOBALS],
          include: TABLE,
          exclude: UNIT_SLOW,
          isolate: false,
        },
      },
      { test: { ...unit, ...FIRST, name: 'unit-isolated', include: ISOLATED, exclude: UNIT_SLOW } },
      { plugins: WEB_PLUGINS, test: { ...components, include: [COMPONENTS], exclude: COMPONENTS_SLOW } },
      // Not isolated: these tests have no side effects, and each process synthesizes a context once.
      {
        test: {
          ...base,
          ...THEN,
          name: 'infra',
          include: ['test/infra/*.test.ts'],
          exclude: INFRA_SLOW,
          isolate: false,
        },
      },
      {
        test: {
          ...client,
          ...THEN,
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts'],
          exclude: [...VERIFIED_EMAIL, ...ACCEPTANCE_SLOW],
          // Not isolated: these tests are clients of a running target, and loading the AWS SDK takes a second.
          isolate: false,
        },
      },
      { test: { ...browser, name: 'journeys', include: JOURNEYS, exclude: JOURNEYS_SLOW } },

      { test: { ...unit, ...THEN, name: 'unit-slow', include: UNIT_SLOW } },
      { plugins: WEB_PLUGINS, test: { ...components, name: 'components-slow', include: COMPONENTS_SLOW } },
      { test: { ...base, ...THEN, name: 'infra-slow', include: INFRA_SLOW, isolate: false } },
      { test: { ...client, ...THEN, name: 'acceptance-slow', include: ACCEPTANCE_SLOW, isolate: false } },
      { test: { ...browser, name: 'journeys-slow', include: JOURNEYS_SLOW } },
      { test: { ...client, ...THEN, name: 'verified-email', include: VERIFIED_EMAIL } },
      // Isolated, because these tests start servers and write files.
      { test: { ...unit, ...THEN, name: 'local-cloud', include: [LOCAL], exclude: DOUBLES } },
      { test: { ...unit, ...THEN, name: 'doubles', include: DOUBLES } },
      // Synthesizes many stages with different settings.
      { test: { ...base, ...THEN, name: 'stages', include: ['test/infra/stages/*.test.ts'], isolate: false } },
      {
        // Runs linters written in Python, for minutes. Skipped without Python, unless FATHOM_REQUIRE_ENGINES=1.
        test: { ...base, ...THEN, name: 'linters', include: ['test/infra/linters/*.test.ts'], hookTimeout: 900_000 },
      },
      {
        test: {
          ...client,
          name: 'attack',
          include: ['test/attack/**/*.test.ts'],
          // Each file keeps a cloud busy with parallel requests: two files at once raise the load of two cores above 5.
          maxWorkers: 1,
          sequence: { groupOrder: 6 },
          setupFiles: [SEEDED_RANDOM, 'test/attack/support/observe-responses.ts'],
        },
      },
      {
        // The acceptance tests, while eventually consistent reads are a second behind.
        test: {
          ...client,
          ...THEN,
          name: 'stale-reads',
          include: ['test/acceptance/**/*.test.ts'],
          exclude: VERIFIED_EMAIL,
          isolate: false,
          // They wait for most of the time: with two workers, the load of two cores is 0.6.
          maxWorkers: 6,
        },
      },
      { test: { ...client, ...THEN, name: 'sharded', include: ['test/acceptance/files/list.test.ts'] } },
      { test: { ...base, ...THEN, globalSetup: ASSEMBLIES, name: 'faults', include: ['test/faults/**/*.test.ts'] } },
      ...(['firefox', 'webkit'] as const).map((engine, place) => ({
        test: {
          ...browser,
          name: `journeys-${engine}`,
          include: JOURNEYS,
          runner: './test/support/engine-runner.ts',
          env: { FATHOM_ENGINE: engine },
          // These engines draw on the CPU: two files at once raise the load of two cores to 7.
          maxWorkers: 1,
          sequence: { groupOrder: 3 + place },
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
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
