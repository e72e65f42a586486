import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const DOCS = join(ROOT, 'docs');

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The cells of each row, without headers: the rule, its source files, and its tests. */
const rows = readFileSync(join(DOCS, 'specification-coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|( ?-+ ?\|)+$/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
  .filter(([first = '']) => first.trim() !== 'Rule');

/** The sources of pages and API, which must contain every quoted text. */
const sources = globSync('{web/src,shared,lambdas}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map(read)
  .join('\n');

/** Matches a link to the product document or an ADR, which a rule can have in place of a test. */
const DOCUMENT_LINK = /\]\((product\.md|adr\/)/;

const findLinks = (cell: string) => [...cell.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);
const findQuotes = (cell: string) => [...cell.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text);

/** Returns the test titles in a cell (`*title*`), each with the file linked before it. */
function findTestTitles(cell: string): { file: string; title: string }[] {
  let file = '';
  return [...cell.matchAll(/\]\(([^)]+)\)|\*([^*]+)\*/g)].flatMap(([, path, title]) => {
    file = path ?? file;
    return title === undefined ? [] : [{ file: join('docs', file), title }];
  });
}

/**
 * Returns a pattern that finds a text in the sources. `{message}` matches any interpolation, and a number may be
 * interpolated from its constant.
 */
function sourcePattern(text: string): RegExp {
  const escaped = text.split(/(\{\w+\}|\d[\d,.]*)/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
    const interpolation = '\\$?\\{(?:[^{}]|\\{[^{}]*\\})+\\}';
    return part.startsWith('{') ? interpolation : `(?:${part.replaceAll('.', '\\.')}|${interpolation})`;
  });
  return new RegExp(escaped.join(''));
}

function testExists({ file, title }: { file: string; title: string }): boolean {
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
  return new RegExp(`\\(\\s*(['"\`])${literal}\\1\\s*,`).test(read(file));
}

describe('docs/specification-coverage.md', () => {
  it('links each rule to its source files and its tests', () => {
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter((cells) => cells.length !== 3 || cells.some((cell) => !cell.trim()))).toEqual([]);
    expect(rows.filter(([, source = '']) => findLinks(source).length === 0)).toEqual([]);
    const untested = rows.filter(
      ([, , tests = '']) => findTestTitles(tests).length === 0 && !DOCUMENT_LINK.test(tests),
    );
    expect(untested).toEqual([]);
  });

  it('links only to existing files', () => {
    const paths = rows.flatMap((cells) => cells.flatMap(findLinks));
    expect(paths.filter((path) => !existsSync(join(DOCS, path)))).toEqual([]);
  });

  it('names only existing test titles', () => {
    const titles = rows.flatMap(([, , tests = '']) => findTestTitles(tests));
    expect(titles.filter((test) => !testExists(test))).toEqual([]);
  });

  it('quotes texts exactly as in the sources', () => {
    const quotes = rows.flatMap(([rule = '']) => findQuotes(rule));
    expect(quotes.length).toBeGreaterThan(100);
    expect(quotes.filter((text) => !sourcePattern(text).test(sources))).toEqual([]);
  });
});
