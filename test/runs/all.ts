/**
 * `npm run test:all [-- options] [name …]`: runs every test project, the emulator's suite, and the mutants, one after
 * the other, with as many workers as cores. Runs to the end, and then prints a table.
 *
 * name            runs only this project, `emulator`, or `mutants`; can be repeated
 * --skip <name>   skips this project, `emulator`, or `mutants`; can be repeated
 * --seed <seed>   repeats a run; by default the seed is random
 *
 * Exits with 1 if a test failed, or if something that a test needs couldn't be installed.
 */
import { parseCommandLine } from '../../infra/command-line.ts';
import config from '../../vitest.config.ts';
import { randomSeed } from '../support/seed.ts';
import { buildVitestCommand, buildVitestEnvironment, runTests, type TestRun } from './vitest-run.ts';

const HELP = `Runs every test project, the emulator's suite, and the mutants, one after the other.

  npm run test:all
  npm run test:all -- unit acceptance      only these projects; also takes "emulator" and "mutants"
  npm run test:all -- --skip mutants       all but these; can be repeated
  npm run test:all -- --seed 1234          repeats a run
`;

const { values: options, positionals: selectedNames } = parseCommandLine(HELP, {
  options: { skip: { type: 'string', multiple: true, default: [] }, seed: { type: 'string' } },
  allowPositionals: true,
});

const seed = Number(options.seed ?? randomSeed());
const projects = (config.test?.projects ?? []).map((project) => (project as { test: { name: string } }).test.name);

/** Commands other than vitest's, by name. */
const COMMANDS: Readonly<Record<string, [string, ...string[]]>> = {
  emulator: ['.ci/emulator'],
  mutants: ['npm', 'run', '--silent', 'mutants'],
};

/** Projects whose tests need a browser engine that `.ci/browsers` installs. */
const ENGINE_PROJECTS = /^journeys-(firefox|webkit)$/;

/** The names that the command line accepts. */
const names = [...projects, ...Object.keys(COMMANDS)];

/** Names on the command line that don't exist. */
const unknownNames = [...selectedNames, ...options.skip].filter((name) => !names.includes(name));

/** Returns whether the options select a project or another command. */
function isSelected(name: string): boolean {
  if (options.skip.includes(name)) return false;
  return selectedNames.length === 0 || selectedNames.includes(name);
}

if (unknownNames.length > 0 || !Number.isSafeInteger(seed)) {
  console.error(`Unknown: ${unknownNames.join(', ') || options.seed}. Names: ${names.join(', ')}.`);
  process.exit(1);
}

const runs: TestRun[] = [];
for (const name of names.filter(isSelected)) {
  console.log(`\n=== ${name}, seed ${seed}`);
  runs.push(await runByName(name));
}

console.log(formatTable(runs));
const sum = (key: 'passed' | 'failed' | 'skipped') => runs.reduce((total, run) => total + run[key], 0);
console.log(`\nSeed ${seed}.\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

/** Runs a project, or another command by its name. Installs the browser engine first if the project needs one. */
async function runByName(name: string): Promise<TestRun> {
  const env = { ...buildVitestEnvironment(seed), FATHOM_REQUIRE_ENGINES: '1' };
  const command = COMMANDS[name];
  if (command) return runTests(name, command, { env });

  if (ENGINE_PROJECTS.test(name)) {
    const installation = await runTests(name, ['.ci/browsers'], { env });
    if (installation.failed > 0) return installation;
  }
  return runTests(name, buildVitestCommand('--project', name), { env });
}

/** Formats the runs as a Markdown table, for a note or a document. */
function formatTable(runs: readonly TestRun[]): string {
  const rows = runs.map(({ name, passed, failed, skipped, seconds, load, problem }) => [
    problem ? `${name} (${problem})` : name,
    ...[passed, failed, skipped, seconds].map(String),
    load.toFixed(1),
  ]);
  const lines = [
    ['Project', 'Passed', 'Failed', 'Skipped', 'Seconds', 'Load'],
    ['---', ...Array(5).fill('--:')],
    ...rows,
  ];

  return `\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`;
}
