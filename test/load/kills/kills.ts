/**
 * Part `kills` of `npm run bench`: kills a local cloud under load twenty times in a row, every second time together
 * with its database, and counts lost and duplicated operations. docs/evidence.md contains a result.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKillRounds } from '../../faults/kill-rounds.ts';
import { formatCount, formatTable } from '../report.ts';

/** Number of kills. */
const ROUNDS = 20;

/** The seed of the random numbers, so that they are the same in every run. */
const SEED = 1;

const directory = mkdtempSync(join(tmpdir(), 'fathom-kills-'));
const { rounds, final, violations } = await runKillRounds({
  directory,
  rounds: ROUNDS,
  seed: SEED,
  onRound: ({ round, acknowledged }) => console.error(`Round ${round} of ${ROUNDS}: ${acknowledged} operations`),
});

const rows = [
  ...rounds.map(({ round, killed, acknowledged, interrupted, ...counts }) => ({
    cells: [String(round), killed, formatCount(acknowledged), formatCount(interrupted)],
    counts,
  })),
  // At the end, the interrupted operations are repeated, so that every operation has been acknowledged.
  {
    cells: ['After repeating', '–', formatCount(rounds.at(-1)!.acknowledged + rounds.at(-1)!.interrupted), '–'],
    counts: final,
  },
].map(({ cells, counts: { lost, duplicated, contradictions } }) => [
  ...cells,
  ...[lost, duplicated, contradictions.length].map(formatCount),
]);

const heads = ['Round', 'Killed', 'Acknowledged so far', 'Interrupted', 'Lost', 'Duplicated', 'Inconsistent'];
console.log(`## Kills\n\n${formatTable(heads, rows)}\n`);
for (const { contradictions } of [...rounds, final]) {
  for (const sentence of contradictions) console.log(sentence);
}
console.log(`verify-table: ${violations.length} violations.`);
for (const violation of violations) console.log(violation);

rmSync(directory, { recursive: true, force: true });
