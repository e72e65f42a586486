import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Modules that only other table modules use, so they need no row. */
const INTERNAL_MODULES = [
  'batch-get.ts',
  'merge.ts',
  'own-items.ts',
  'paging.ts',
  'partition.ts',
  'shared-queries.ts',
  'transaction.ts',
].map((file) => `lambdas/table/${file}`);

const document = readFileSync(join(ROOT, 'docs/access-patterns.md'), 'utf8');

/** The document after the table of item types, which names no functions. */
const patterns = document.slice(document.indexOf('<!-- /item types -->'));
const documentedFunctions = new Set(findDocumentedFunctions(patterns));
const exportedFunctions = globSync('lambdas/table/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts') && !INTERNAL_MODULES.includes(file))
  .flatMap((file) => findAccessFunctions(readFileSync(join(ROOT, file), 'utf8')));

describe('docs/access-patterns.md', () => {
  it('docs/access-patterns.md has a row for every function that reads or writes the table', () => {
    expect(exportedFunctions.length).toBeGreaterThan(10);
    expect(exportedFunctions.filter((name) => !documentedFunctions.has(name))).toEqual([]);
  });

  it('names only functions that exist', () => {
    expect([...documentedFunctions].filter((name) => !exportedFunctions.includes(name))).toEqual([]);
  });

  it('states the consumed capacity of each function', () => {
    const rows = patterns.split('\n').filter(isRow);
    expect(rows.filter((row) => !/\d.*(RCU|WCU|units)/.test(row.split('|').at(-2) ?? ''))).toEqual([]);
  });
});

/** Returns the exported functions that return a promise, or an item of a transaction. */
function findAccessFunctions(source: string): string[] {
  return source.split(/^(?=export )/m).flatMap((declaration) => {
    const [, name] = /^export (?:async )?function (\w+)/.exec(declaration) ?? [];
    // The return type is at the end of the signature's last line.
    const [, result = ''] = /\): (.+) \{$/m.exec(declaration) ?? [];
    return name && /^Promise<|^TransactItem\b/.test(result) ? [name] : [];
  });
}

/** Returns the functions in the column "Function". */
function findDocumentedFunctions(document: string): string[] {
  return document
    .split('\n')
    .filter(isRow)
    .flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

function isRow(line: string): boolean {
  return /^\| .*`\w+`/.test(line);
}
