/** `npm run item-types`: writes the table of item types into docs/access-patterns.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertItemTypes } from '../infra/item-types-document.ts';

const file = join(import.meta.dirname, '../docs/access-patterns.md');
writeFileSync(file, insertItemTypes(readFileSync(file, 'utf8')));
