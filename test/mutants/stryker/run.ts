/**
 * `npm run mutants:stryker -- [group …] [options]`: mutates the sources of some or all groups of `groups.ts`, and runs
 * the unit tests that cover each mutant. Prints survivors and the score of each folder.
 *
 * --mutate <glob>  only these files of the groups, or lines of them (`lambdas/table/like.ts:20-30`); can be repeated
 * --incremental    reuses the results of unchanged mutants
 */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { parseCommandLine } from '../../../infra/command-line.ts';
import { groups } from './groups.ts';

const ROOT = join(import.meta.dirname, '../../..');

const HELP = `Mutates the sources of groups of test/mutants/stryker/groups.ts, and runs the unit tests that cover each mutant.

  npm run mutants:stryker                            all groups
  npm run mutants:stryker -- table                   only these groups
  npm run mutants:stryker -- table --mutate <glob>   only these files of the groups; can be repeated
  npm run mutants:stryker -- --incremental           reuses the results of unchanged mutants
`;

const { values: options, positionals } = parseCommandLine(HELP, {
  options: {
    mutate: { type: 'string', multiple: true },
    incremental: { type: 'boolean' },
  },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(groups);
const unknownNames = names.filter((name) => !groups[name]);
if (unknownNames.length > 0) {
  throw new Error(`Unknown group ${unknownNames}. Groups: ${Object.keys(groups).join(', ')}.`);
}

process.chdir(ROOT);
process.env.FATHOM_MUTANT_GROUPS = names.join(',');
// Tests store the table's definition here, so that only the first run loads the CDK.
process.env.FATHOM_TEST_ASSEMBLIES = join(ROOT, '.stryker/assemblies');
mkdirSync(process.env.FATHOM_TEST_ASSEMBLIES, { recursive: true });

const mutants = await new Stryker({
  mutate: options.mutate ?? names.flatMap((name) => groups[name]!.mutate),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './test/mutants/stryker/ignorer.mjs'],
  ignorers: ['texts'],
  vitest: { configFile: 'test/mutants/stryker/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: Math.min(2, availableParallelism()),
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false, logTests: false },
  jsonReporter: { fileName: `.stryker/${names.join('-')}.json` },
  incremental: options.incremental ?? false,
  incrementalFile: `.stryker/${names.join('-')}-incremental.json`,
  tempDirName: '.stryker/sandbox',
  ignorePatterns: ['docs/screenshots', '.local', '.build', 'cdk.out', 'web/dist', '.stryker'],
  // Stryker would parse this file with TypeScript's API, which TypeScript 7 doesn't have.
  tsconfigFile: 'none.json',
  timeoutMS: 20_000,
  timeoutFactor: 3,
  allowConsoleColors: false,
}).runMutationTest();

const folders = Map.groupBy(mutants, ({ fileName }) => relative(ROOT, dirname(fileName)));
for (const [folder, all] of [...folders, ['all', mutants] as const]) {
  const count = (...statuses: string[]) => all.filter(({ status }) => statuses.includes(status)).length;
  const caughtCount = count('Killed', 'Timeout');
  const missedCount = count('Survived', 'NoCoverage');
  const total = caughtCount + missedCount;
  // Rounded down to one decimal, so that only a perfect score is 100 %.
  const percent = Math.floor((1000 * caughtCount) / total) / 10;
  console.log(`${folder}: ${caughtCount} of ${total} mutants caught (${percent} %)`);
}
