/** `npm run openapi`: writes docs/openapi.json from the contract. */
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '../shared/contract/openapi.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const path = new URL('../docs/openapi.json', import.meta.url);
writeFileSync(path, `${JSON.stringify(openApiDocument(version), null, 2)}\n`);
console.log('Wrote docs/openapi.json');
