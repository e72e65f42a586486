import { defineConfig } from 'vitest/config';
import { groups } from './groups.ts';

/** Names of the groups of this run, set by run.ts. */
const selectedGroups = process.env.FATHOM_MUTANT_GROUPS?.split(',') ?? Object.keys(groups);

/** The unit tests of the selected groups, for Stryker. */
export default defineConfig({
  test: {
    include: selectedGroups.flatMap((name) => groups[name]!.tests),
    globalSetup: 'test/support/temporary-folder.ts',
    // The cache doesn't notice that a source is instrumented differently.
    fsModuleCache: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' },
  },
});
