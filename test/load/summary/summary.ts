/**
 * Part `summary` of `npm run bench`: writes the figures with their budgets into docs/benchmarks.md. Uses the results
 * that the other parts have stored. Fails if a budget is missed without a reason.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAllResults } from '../results.ts';
import { compareFigures, insertGeneratedText } from './compare-figures.ts';
import { recordRounds } from './rounds-figures.ts';

const BENCHMARKS_DOCUMENT = join(import.meta.dirname, '../../../docs/benchmarks.md');

// A round is a group of requests to the table that are sent together. `npm run generate` counts the rounds of each
// endpoint, and this part takes them from docs/access-patterns.md.
recordRounds();
const { table, problems } = compareFigures(readAllResults());
writeFileSync(BENCHMARKS_DOCUMENT, insertGeneratedText(readFileSync(BENCHMARKS_DOCUMENT, 'utf8'), table));
console.log(`${table}\n\nWrote docs/benchmarks.md`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
