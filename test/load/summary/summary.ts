/**
 * Part `summary` of `npm run bench`: writes the previous and present figures with their budgets into
 * docs/benchmarks.md. Uses the results that the other parts have stored. Fails if a budget is missed without a reason.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAllResults } from '../results.ts';
import { recordRounds } from './rounds-figures.ts';
import { compareFigures, insertFigures } from './side-by-side.ts';

const file = join(import.meta.dirname, '../../../docs/benchmarks.md');

recordRounds();
const { table, problems } = compareFigures(readAllResults());
writeFileSync(file, insertFigures(readFileSync(file, 'utf8'), table));
console.log(`${table}\n\nWrote docs/benchmarks.md`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
