/**
 * `npm run flaky [-- options] [name …]`: runs the projects of `npm test` 30 times each, one project after the other.
 * Omits the project `check`, unless it is named: type checks and linters have no random input.
 *
 * Each run has a new seed, and so new random IDs, new generated input, and a new order of files. Prints each failure
 * with its seed and the command that repeats it, as test/support/failure-list-reporter.ts writes them.
 *
 * name            runs only this project; can be repeated
 * --runs <count>  number of runs of each project
 *
 * Exits with 1 if a test failed in any run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCommandLine } from '../../infra/command-line.ts';
import { randomSeed } from '../support/seed.ts';
import { buildVitestCommand, buildVitestEnvironment, runTests } from './vitest-run.ts';

const HELP = `Runs the projects of "npm test" many times, each time with a new seed.

  npm run flaky                    each project 30 times
  npm run flaky -- unit            only these projects
  npm run flaky -- --runs 5        each project 5 times
`;

const { values: options, positionals: selectedNames } = parseCommandLine(HELP, {
  options: { runs: { type: 'string', default: '30' } },
  allowPositionals: true,
});

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const projects: string[] = scripts.test.match(/(?<=--project )\S+/g);
/** The projects to run. */
const names = selectedNames.length > 0 ? selectedNames : projects.filter((name) => name !== 'check');

let passed = 0;
let failed = 0;
const reports: string[] = [];
for (const name of names) {
  for (let run = 1; run <= Number(options.runs); run++) {
    const seed = randomSeed();
    const orderOptions = ['--sequence.shuffle.files', `--sequence.seed=${seed}`];
    const result = await runTests(name, buildVitestCommand('--project', name, ...orderOptions), {
      env: buildVitestEnvironment(seed),
      quiet: true,
    });
    passed += result.passed;
    failed += result.failed;
    console.log(`${name} ${run}: seed ${seed}, ${result.passed} passed, ${result.failed} failed, ${result.seconds} s`);
    if (result.failed === 0) continue;

    // The failure list reporter prints this heading before the failures.
    const report = result.output.split('\nFailed:\n')[1] ?? result.output.slice(-2000);
    reports.push(`${name}, seed ${seed}\n${report}`);
    console.log(report);
  }
}

console.log(reports.length > 0 ? `\n${reports.length} runs failed:\n\n${reports.join('\n')}` : '\nNo run failed.');
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
