/**
 * Compares docs/access-patterns.md, which lists each access to the table with its cost, with the functions of
 * `lambdas/table`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Modules whose functions only other table modules call. The document has no rows for them. */
const INTERNAL_MODULES = [
  'batch-get.ts',
  'conditional-write.ts',
  'merge.ts',
  'own-items.ts',
  'paging.ts',
  'partition.ts',
  'shared-queries.ts',
  'transaction.ts',
].map((file) => `lambdas/table/${file}`);

const document = readFileSync(join(ROOT, 'docs/access-patterns.md'), 'utf8');

/** The document after the table of item types, which names no functions. */
const patternTables = document.slice(document.indexOf('<!-- /item types -->'));
const documentedFunctions = new Set(findDocumentedFunctions(patternTables));
const accessFunctions = globSync('lambdas/table/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts') && !INTERNAL_MODULES.includes(file))
  .flatMap((file) => findAccessFunctions(readFileSync(join(ROOT, file), 'utf8')));

describe('docs/access-patterns.md', () => {
  it('lists every function that reads or writes the table', () => {
    // Fails if no functions are found.
    expect(accessFunctions.length).toBeGreaterThan(10);
    expect(accessFunctions.filter((name) => !documentedFunctions.has(name))).toEqual([]);
  });

  it('names only functions that exist', () => {
    expect([...documentedFunctions].filter((name) => !accessFunctions.includes(name))).toEqual([]);
  });

  it('states the consumed capacity of each function', () => {
    // The last column is the capacity.
    const rows = patternTables.split('\n').filter(namesFunction);
    expect(rows.filter((row) => !/\d.*(RCU|WCU|units)/.test(row.split('|').at(-2) ?? ''))).toEqual([]);
  });
});

/** Returns the exported functions that return a promise, or an item of a transaction. */
function findAccessFunctions(source: string): string[] {
  return source.split(/^(?=export )/m).flatMap((declaration) => {
    const [, name] = /^export (?:async )?function (\w+)/.exec(declaration) ?? [];
    // The return type is at the end of the signature's last line, which is the first line that matches.
    const [, returnType = ''] = /\): (.+) \{$/m.exec(declaration) ?? [];
    return name && /^Promise<|^TransactItem\b/.test(returnType) ? [name] : [];
  });
}

/** Returns the functions in the third column, "Function". */
function findDocumentedFunctions(tables: string): string[] {
  return tables
    .split('\n')
    .filter(namesFunction)
    .flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

function namesFunction(line: string): boolean {
  return /^\| .*`\w+`/.test(line);
}
