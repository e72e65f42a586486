import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withItemTypes } from '../infra/item-types-document.ts';

/** `npm run item-types`: writes the table of item types into docs/access-patterns.md. */
const file = join(import.meta.dirname, '../docs/access-patterns.md');
writeFileSync(file, withItemTypes(readFileSync(file, 'utf8')));
