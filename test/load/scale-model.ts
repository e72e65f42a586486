/**
 * Writes the tables of docs/scale.md, which show how much of each limit a community uses, by its size.
 * `node test/load/scale-model.ts`.
 *
 * Actions and their frequencies come from the cost model, and capacity from docs/access-patterns.md#actions.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readUnits } from './costs/tables.ts';
import { insertScaleTables } from './scale-model/tables.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const file = join(DOCS, 'scale.md');

const units = readUnits(readFileSync(join(DOCS, 'access-patterns.md'), 'utf8'));
writeFileSync(file, insertScaleTables(readFileSync(file, 'utf8'), units));
console.log('Wrote docs/scale.md');
