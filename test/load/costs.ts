/**
 * `npm run costs`: writes the tables of docs/costs.md. Estimates what Fathom costs on AWS, from the capacity in
 * docs/access-patterns.md#actions, and compares it with a document store that browsers use directly.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCommandLine } from '../../infra/command-line.ts';
import { insertTables, parseActionUnits } from './costs/tables.ts';

parseCommandLine('Writes the tables of docs/costs.md.\n\n  npm run costs\n');

const DOCS = join(import.meta.dirname, '../../docs');
const file = join(DOCS, 'costs.md');

const units = parseActionUnits(readFileSync(join(DOCS, 'access-patterns.md'), 'utf8'));
writeFileSync(file, insertTables(readFileSync(file, 'utf8'), units));
console.log('Wrote docs/costs.md');
