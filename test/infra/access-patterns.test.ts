import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withItemTypes } from '../../infra/item-types-document.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What access functions are made of; no endpoint calls it by itself. */
const MACHINERY = ['batch-get.ts', 'merge.ts', 'paging.ts', 'partition.ts', 'transaction.ts'].map(
  (file) => `lambdas/table/${file}`,
);

const document = readFileSync(join(ROOT, 'docs/access-patterns.md'), 'utf8');
/** The document without the table of item types, which has no functions. */
const patterns = document.slice(document.indexOf('<!-- /item types -->'));
const documented = new Set(rowsOf(patterns));
const exported = globSync('lambdas/table/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts') && !MACHINERY.includes(file))
  .flatMap((file) => accessFunctions(readFileSync(join(ROOT, file), 'utf8')));

describe('docs/access-patterns.md', () => {
  it('has a row for every function that reads or writes the table', () => {
    expect(exported.length).toBeGreaterThan(10);
    expect(exported.filter((name) => !documented.has(name))).toEqual([]);
  });

  it('lists every item type (npm run item-types writes the list)', () => {
    expect(withItemTypes(document)).toBe(document);
  });

  it('names no function that is gone', () => {
    expect([...documented].filter((name) => !exported.includes(name))).toEqual([]);
  });

  it('says of each what it consumes', () => {
    const rows = patterns.split('\n').filter(isRow);
    expect(rows.filter((row) => !/\d.*(RCU|WCU|units)/.test(row.split('|').at(-2) ?? ''))).toEqual([]);
  });
});

/** Exported functions that answer with a promise, or with a write for a transaction. */
function accessFunctions(source: string): string[] {
  return source.split(/^(?=export )/m).flatMap((declaration) => {
    const [, name] = /^export (?:async )?function (\w+)/.exec(declaration) ?? [];
    // The result's type ends the signature's last line.
    const [, result = ''] = /\): (.+) \{$/m.exec(declaration) ?? [];
    return name && /^Promise<|^TransactItem\b/.test(result) ? [name] : [];
  });
}

/** The functions named in the table's column "Function". */
function rowsOf(document: string): string[] {
  return document
    .split('\n')
    .filter(isRow)
    .flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

function isRow(line: string): boolean {
  return /^\| .*`\w+`/.test(line);
}
