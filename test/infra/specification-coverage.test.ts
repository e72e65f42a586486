import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findLinks,
  findTestTitles,
  linkExists,
  readProjectFile,
  readRows,
  testExists,
} from '../support/coverage-document.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The cells of each row, without headers: the rule, its source files, and its tests. */
const rows = readRows('specification-coverage.md', 'Rule');

/** The sources of pages and API, which must contain every quoted text. */
const sources = globSync('{web/src,shared,lambdas}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map(readProjectFile)
  .join('\n');

/** Matches a link to the product document or an ADR, which a rule can have in place of a test. */
const DOCUMENT_LINK = /\]\((product\.md|adr\/)/;

const findQuotes = (cell: string) => [...cell.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text);

/**
 * Returns a pattern that finds a text in the sources. `{message}` matches any interpolation, and a number may be
 * interpolated from its constant.
 */
function buildSourcePattern(text: string): RegExp {
  const escapedParts = text.split(/(\{\w+\}|\d[\d,.]*)/).map((part, index) => {
    const isPlainText = index % 2 === 0;
    if (isPlainText) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
    const interpolation = '\\$?\\{(?:[^{}]|\\{[^{}]*\\})+\\}';
    return part.startsWith('{') ? interpolation : `(?:${part.replaceAll('.', '\\.')}|${interpolation})`;
  });

  return new RegExp(escapedParts.join(''));
}

describe('docs/specification-coverage.md', () => {
  it('links each rule to its source files and its tests', () => {
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter((cells) => cells.length !== 3 || cells.some((cell) => !cell.trim()))).toEqual([]);
    expect(rows.filter(([, source = '']) => findLinks(source).length === 0)).toEqual([]);

    const rowsWithoutTest = rows.filter(
      ([, , tests = '']) => findTestTitles(tests).length === 0 && !DOCUMENT_LINK.test(tests),
    );
    expect(rowsWithoutTest).toEqual([]);
  });

  it('links only to existing files', () => {
    const paths = rows.flatMap((cells) => cells.flatMap(findLinks));
    expect(paths.filter((path) => !linkExists(path))).toEqual([]);
  });

  it('names only existing test titles', () => {
    const titles = rows.flatMap(([, , tests = '']) => findTestTitles(tests));
    expect(titles.filter((test) => !testExists(test))).toEqual([]);
  });

  it('quotes texts exactly as in the sources', () => {
    const quotes = rows.flatMap(([rule = '']) => findQuotes(rule));
    expect(quotes.length).toBeGreaterThan(100);
    expect(quotes.filter((text) => !buildSourcePattern(text).test(sources))).toEqual([]);
  });
});
