import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../shared/contract/openapi.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

it('docs/openapi.json matches the contract (if not, run npm run openapi)', () => {
  const generated = JSON.parse(JSON.stringify(openApiDocument(read('package.json').version)));
  expect(read('docs/openapi.json')).toEqual(generated);
});
