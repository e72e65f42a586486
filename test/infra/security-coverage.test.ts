/**
 * Checks docs/security.md, which lists all requirements of two security standards with the test that shows each of
 * them: OWASP ASVS (Application Security Verification Standard), and the OWASP API Security Top 10.
 */
import { describe, expect, it } from 'vitest';
import {
  findLinks,
  findTestTitles,
  linkExists,
  readProjectFile,
  readRows,
  testExists,
} from '../support/coverage-document.ts';

const FILE = 'security.md';
const text = readProjectFile(`docs/${FILE}`);

/** Numbers of ASVS 5.0 at levels 1 and 2 by section: `{ "V1.1": [1, 2] }`. The text of ASVS isn't part of Fathom. */
const sections: Record<string, number[]> = JSON.parse(readProjectFile('test/infra/asvs-requirements.json'));
const ASVS = Object.entries(sections).flatMap(([section, numbers]) => numbers.map((number) => `${section}.${number}`));
const API_TOP_10 = Array.from({ length: 10 }, (_, index) => `API${index + 1}`);

/** The cells of each row about requirements: numbers, requirement, how it is met, and evidence. */
const rows = readRows(FILE, 'Number').filter(([first = '']) => /^ (API|V)\d/.test(first));

const findNumbers = (cell: string) => cell.match(/\bV\d+\.\d+\.\d+\b|\bAPI\d+\b/g) ?? [];

/** Matches a reason, which a row can have in place of a test, at the start of a part. */
const REASON = /(?:^ |; )(open|not applicable): \S.{15,}/;

/** Matches a document, which a row can have in place of a test, at the start of a part. */
const DOCUMENT = /(?:^ |; )(documented: \[[^\]]+\]\((?!https)|AWS: \[[^\]]+\]\(https:\/\/docs\.aws\.amazon\.com\/)/;

/** Returns the address of a heading, as in `#sign-in-and-sessions`. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** Returns the links with an anchor that no heading of the linked document has. */
function findBrokenAnchors(): string[] {
  return [...text.matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)].flatMap(([link, path, anchor]) => {
    const document = path ? readProjectFile(`docs/${path}`) : text;
    const headings = [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));
    return headings.includes(anchor!) ? [] : [link];
  });
}

describe('docs/security.md', () => {
  it('lists each requirement of ASVS 5.0 (levels 1 and 2) and of the API Security Top 10 exactly once', () => {
    // ASVS 5.0 has 253 requirements at levels 1 and 2.
    expect(ASVS).toHaveLength(253);
    const numbers = rows.flatMap(([first = '']) => findNumbers(first));
    expect(numbers.toSorted()).toEqual([...API_TOP_10, ...ASVS].toSorted());
  });

  it('lists the requirements of a chapter under its heading', () => {
    const chapters = text.split(/^### /m).slice(1);
    const misplacedRows = chapters.flatMap((chapter) => {
      const name = `${chapter.split(' ', 1)[0]}.`;
      const numbers = chapter.split('\n').flatMap((line) => findNumbers(line.split('|')[1] ?? ''));
      return numbers.filter((number) => !number.startsWith(name));
    });

    expect(misplacedRows).toEqual([]);
  });

  it('names a test, a document, or a reason in each row', () => {
    expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => !cell.trim()))).toEqual([]);

    const rowsWithoutEvidence = rows.filter(
      ([, , , evidence = '']) =>
        findTestTitles(evidence).length === 0 && !REASON.test(evidence) && !DOCUMENT.test(evidence),
    );
    expect(rowsWithoutEvidence).toEqual([]);
  });

  it('links only to existing files and headings', () => {
    expect(findLinks(text).filter((path) => !linkExists(path))).toEqual([]);
    expect(findBrokenAnchors()).toEqual([]);
  });

  it('names only existing test titles', () => {
    const titles = rows.flatMap(([, , , evidence = '']) => findTestTitles(evidence));
    // Fails if the titles are not found.
    expect(titles.length).toBeGreaterThan(200);
    expect(titles.filter((test) => !testExists(test))).toEqual([]);
  });
});
