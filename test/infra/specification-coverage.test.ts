/**
 * Checks docs/specification-coverage.md, which lists each rule of the specification with its source files and tests.
 */
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
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map(readProjectFile)
  .join('\n');

/** Matches a link to the product document or an ADR, which a rule can have in place of a test. */
const DOCUMENT_LINK = /\]\((product\.md|adr\/)/;

const findQuotedTexts = (cell: string) => [...cell.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text);

/**
 * Returns a pattern that finds a quoted text in the sources. A placeholder such as `{message}` matches any
 * interpolation. A number also matches the interpolation of a constant.
 */
function buildSourcePattern(text: string): RegExp {
  const patterns = text.split(/(\{\w+\}|\d[\d,.]*)/).map((part, index) => {
    // With a group, `split` returns texts and separators alternately.
    const isPlainText = index % 2 === 0;
    // In the source, an apostrophe may be escaped.
    if (isPlainText) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");

    // `{name}` in JSX, or `${name}` in a template. Braces can be nested once.
    const interpolation = '\\$?\\{(?:[^{}]|\\{[^{}]*\\})+\\}';
    return part.startsWith('{') ? interpolation : `(?:${part.replaceAll('.', '\\.')}|${interpolation})`;
  });

  return new RegExp(patterns.join(''));
}

describe('docs/specification-coverage.md', () => {
  it('links each rule to its source files and its tests', () => {
    // Fails if the table is not found.
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter((cells) => cells.length !== 3 || cells.some((cell) => !cell.trim()))).toEqual([]);
    expect(rows.filter(([, source = '']) => findLinks(source).length === 0)).toEqual([]);

    const rowsWithoutTest = rows.filter(
      ([, , tests = '']) => findTestTitles(tests).length === 0 && !DOCUMENT_LINK.test(tests),
    );
    expect(rowsWithoutTest).toEqual([]);
  });

  it('links only to existing files', () => {
    const links = rows.flatMap((cells) => cells.flatMap(findLinks));
    expect(links.filter((link) => !linkExists(link))).toEqual([]);
  });

  it('names only existing test titles', () => {
    const titles = rows.flatMap(([, , tests = '']) => findTestTitles(tests));
    expect(titles.filter((title) => !testExists(title))).toEqual([]);
  });

  it('quotes texts exactly as in the sources', () => {
    const quotes = rows.flatMap(([rule = '']) => findQuotedTexts(rule));
    // Fails if the quotation marks are not found.
    expect(quotes.length).toBeGreaterThan(100);
    expect(quotes.filter((text) => !buildSourcePattern(text).test(sources))).toEqual([]);
  });
});
