/**
 * Writes the tables of docs/scale.md. They show what share of each limit communities of different sizes use.
 *
 * The model takes the frequency of each action from `costs/operations.ts`, and its capacity units from
 * docs/access-patterns.md#actions. Run it with `node test/load/scale-model.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseActionUnits } from './costs/tables.ts';
import { insertScaleTables } from './scale-model/tables.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const scaleDocument = join(DOCS, 'scale.md');

const actionUnits = parseActionUnits(readFileSync(join(DOCS, 'access-patterns.md'), 'utf8'));
writeFileSync(scaleDocument, insertScaleTables(readFileSync(scaleDocument, 'utf8'), actionUnits));
console.log('Wrote docs/scale.md');
