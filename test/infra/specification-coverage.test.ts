import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const DOCS = join(ROOT, 'docs');

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The cells of each row below the heads of the tables: what is asked for, where it is, what holds it. */
const rows = readFileSync(join(DOCS, 'specification-coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|( ?-+ ?\|)+$/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
  .filter(([first = '']) => first.trim() !== 'Specification');

/** What the pages and the API say, from which every quoted text must come. */
const sources = globSync('{web/src,shared,lambdas}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map(read)
  .join('\n');

const links = (cell: string) => [...cell.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path);
const quotes = (cell: string) => [...cell.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text);

/** The sentences that a cell names, each with the file that it names before them. */
function sentences(cell: string): { file: string; sentence: string }[] {
  let file = '';
  return [...cell.matchAll(/\]\(([^)]+)\)|\*([^*]+)\*/g)].flatMap(([, path, sentence]) => {
    file = path ?? file;
    return sentence === undefined ? [] : [{ file: join('docs', file), sentence }];
  });
}

/** What finds a text in a source: `{message}` stands for anything that is filled in, and a limit may come from its rule. */
function inSource(text: string): RegExp {
  const escaped = text.split(/(\{\w+\}|\d[\d,.]*)/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
    const filled = '\\$?\\{(?:[^{}]|\\{[^{}]*\\})+\\}';
    return part.startsWith('{') ? filled : `(?:${part.replaceAll('.', '\\.')}|${filled})`;
  });
  return new RegExp(escaped.join(''));
}

function isNamed({ file, sentence }: { file: string; sentence: string }): boolean {
  const literal = sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
  return new RegExp(`\\(\\s*(['"\`])${literal}\\1\\s*,`).test(read(file));
}

describe('docs/specification-coverage.md', () => {
  it('says of everything where it is, and what holds it', () => {
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter((cells) => cells.length !== 3 || cells.some((cell) => !cell.trim()))).toEqual([]);
    expect(rows.filter(([, where = '']) => links(where).length === 0)).toEqual([]);
    const unheld = rows.filter(([, , held = '']) => sentences(held).length === 0 && !/Decision \d|README/.test(held));
    expect(unheld).toEqual([]);
  });

  it('names files that exist', () => {
    const named = rows.flatMap((cells) => cells.flatMap(links));
    expect(named.filter((path) => !existsSync(join(DOCS, path)))).toEqual([]);
  });

  it('names tests by the sentences that they have', () => {
    const named = rows.flatMap(([, , held = '']) => sentences(held));
    expect(named.filter((test) => !isNamed(test))).toEqual([]);
  });

  it('quotes what is said, word by word', () => {
    const quoted = rows.flatMap(([asked = '']) => quotes(asked));
    expect(quoted.length).toBeGreaterThan(100);
    expect(quoted.filter((text) => !inSource(text).test(sources))).toEqual([]);
  });
});
