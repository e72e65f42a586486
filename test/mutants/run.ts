/**
 * `npm run mutants [-- options]`: applies each mutant of `mutants.ts` to a copy of the working tree and runs its tests.
 *
 * --only <name>   one mutant; can be repeated
 * --every-filter  also runs the filters after the first one that catches the mutant
 * --no-baseline   doesn't run the tests without mutants first
 * --write         writes the outcomes to docs/mutants.md; rows of other mutants stay
 *
 * Exits with 1 if a mutant survives without a `missingTest`, if a mutant can't be applied, or if a test fails without a
 * mutant.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCommandLine } from '../../infra/command-line.ts';
import type { Mutant, TestFilter } from './mutant.ts';
import { mutants } from './mutants.ts';
import { type FailedTest, ScratchTree } from './scratch-tree.ts';

const HELP = `Applies mutants to a copy of the working tree, and runs their tests.

  npm run mutants
  npm run mutants -- --only <name>         one mutant; can be repeated
  npm run mutants -- --every-filter        also runs the filters after the first one that catches the mutant
  npm run mutants -- --no-baseline         doesn't run the tests without mutants first
  npm run mutants -- --write               writes the outcomes to docs/mutants.md
`;

const { values: options } = parseCommandLine(HELP, {
  options: {
    only: { type: 'string', multiple: true },
    'every-filter': { type: 'boolean' },
    baseline: { type: 'boolean', default: true },
    write: { type: 'boolean' },
  },
  allowNegative: true,
});

/** The document with the table of all mutants. */
const DOCUMENT = join(import.meta.dirname, '../../docs/mutants.md');

/** The first line of that table. */
const TABLE_HEAD = '| Area | Mutant | Rule | Changed file | First test that fails |';

/** The mark of a mutant that no test catches. */
const SURVIVES = '**Survives.**';

/** The result of one mutant. */
interface Outcome {
  readonly mutant: Mutant;
  /** File in which the mutant was applied. */
  readonly file: string;
  /** One failed test per filter that caught the mutant. Empty if the mutant survived. */
  readonly failedTests: readonly (FailedTest & { readonly project: string })[];
  /** Why the mutant could not be tested. */
  readonly problem?: string;
  readonly seconds: number;
}

const startTime = Date.now();
const selectedMutants = mutants.filter(({ name }) => !options.only || options.only.includes(name));
const unknownNames = (options.only ?? []).filter((name) => !mutants.some((mutant) => mutant.name === name));
if (unknownNames.length > 0) throw new Error(`No mutant is named ${unknownNames.join(', ')}.`);

const tree = new ScratchTree();
process.on('exit', () => tree.remove());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

if (options.baseline) requirePassingTests(selectedMutants);
const outcomes = selectedMutants.map((mutant) => {
  const outcome = testMutant(mutant);
  console.log(formatOutcome(outcome));
  if (options.write && !outcome.problem) writeRow(outcome);
  return outcome;
});

const minutes = Math.ceil((Date.now() - startTime) / 60_000);
const survivors = outcomes.filter(({ failedTests }) => failedTests.length === 0);
const unexpectedSurvivors = survivors.filter(({ mutant, problem }) => problem || mutant.missingTest === undefined);
const outdatedOutcomes = outcomes.filter(
  ({ mutant, failedTests }) => mutant.missingTest !== undefined && failedTests.length > 0,
);
console.log(`\n${outcomes.length - survivors.length} of ${outcomes.length} mutants caught in ${minutes} minutes.`);
for (const { mutant } of outdatedOutcomes) console.log(`${mutant.name} is caught now. Remove its missingTest.`);
for (const { mutant, problem } of unexpectedSurvivors) console.log(`${mutant.name} ${problem ?? 'survived'}`);
process.exitCode = unexpectedSurvivors.length > 0 ? 1 : 0;

/**
 * Runs the first filter of each mutant on the unchanged tree, with one vitest run per project. Runs all filters with
 * --every-filter. Exits if a test fails.
 */
function requirePassingTests(selectedMutants: readonly Mutant[]): void {
  const filters = selectedMutants.flatMap(({ caughtBy }) => caughtBy.slice(0, options['every-filter'] ? undefined : 1));
  for (const [project, group] of Map.groupBy(filters, (filter) => filter.project)) {
    const files = [...new Set(group.flatMap((filter) => filter.files))];
    const failedTests = tree.runTests({ project, files });
    for (const { file, title } of failedTests) console.log(`fails without a mutant: ${file}: ${title}`);
    if (failedTests.length > 0) process.exit(1);
    console.log(`pass without a mutant: ${files.length} files of project ${project}`);
  }
}

/** Applies a mutant, and runs its tests. */
function testMutant(mutant: Mutant): Outcome {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  let file = mutant.file;

  try {
    file = tree.locate(mutant);
    const failedTests = tree.withMutant(mutant, file, () => runFilters(mutant.caughtBy));
    return { mutant, file, failedTests, seconds: seconds() };
  } catch (error) {
    return { mutant, file, failedTests: [], problem: (error as Error).message, seconds: seconds() };
  }
}

/** Runs filters until one catches the mutant, or all filters with --every-filter. */
function runFilters(filters: readonly TestFilter[]): (FailedTest & { project: string })[] {
  const failedTests: (FailedTest & { project: string })[] = [];
  for (const filter of filters) {
    const [failedTest] = tree.runTests(filter);
    if (!failedTest) continue;
    failedTests.push({ project: filter.project, ...failedTest });
    if (!options['every-filter']) break;
  }

  return failedTests;
}

/** Formats an outcome for the terminal, with the failed tests or the problem. */
function formatOutcome({ mutant, file, failedTests, problem, seconds }: Outcome): string {
  const verdict = failedTests.length > 0 ? 'caught' : 'SURVIVED';
  const status = problem ? 'ERROR' : verdict;
  const placeNote = file === mutant.file ? '' : ` (found in ${file})`;
  const tests = failedTests
    .map(({ project, file: test, title, reason }) => `\n    ${project}: ${test}: ${title}\n      ${reason}`)
    .join('');
  return `${status.padEnd(8)} ${mutant.name}${placeNote}, ${seconds} s${tests}${problem ? `\n    ${problem}` : ''}`;
}

/**
 * Writes the row of one mutant, and removes the rows of mutants that no longer exist. Rows of one area stand together.
 * Keeps the rest of the document.
 */
function writeRow(outcome: Outcome): void {
  const lines = readFileSync(DOCUMENT, 'utf8').split('\n');
  // The line below the head separates it from the rows.
  const start = lines.indexOf(TABLE_HEAD) + 2;
  const end = lines.indexOf('', start);
  const previousRows = lines.slice(start, end);

  const mutantsByArea = Map.groupBy(mutants, ({ area }) => area);
  const rows = [...mutantsByArea.values()].flat().flatMap(({ name }) => {
    if (name === outcome.mutant.name) return formatRow(outcome);
    return previousRows.find((row) => row.includes(`| \`${name}\` |`)) ?? [];
  });

  const caughtCount = rows.filter((row) => !row.includes(SURVIVES)).length;
  const document = [...lines.slice(0, start), ...rows, ...lines.slice(end)].join('\n');
  const summary = `The tests catch ${caughtCount} of ${rows.length}`;
  writeFileSync(DOCUMENT, document.replace(/The tests catch \d+ of \d+/, summary));
}

/** Formats the row of a mutant in the document. */
function formatRow({ mutant, file, failedTests }: Outcome): string {
  const tests = failedTests.map(({ file: test, title }) => `\`${test}\`: ${title}`).join('<br>');
  const cells = [
    mutant.area,
    `\`${mutant.name}\``,
    mutant.rule,
    `\`${file}\``,
    tests || `${SURVIVES} Missing test: ${mutant.missingTest ?? 'not described yet'}`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
