/**
 * Reads the tables of documents that name a test for each row, such as docs/specification-coverage.md.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const DOCS = join(ROOT, 'docs');

/** Returns the text of a file of the repository. */
export const readProjectFile = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Returns the cells of each table row of a document in docs, without the rows whose first cell is this header. */
export function readRows(document: string, header: string): string[][] {
  return readFileSync(join(DOCS, document), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|( ?-+ ?\|)+$/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .filter(([first = '']) => first.trim() !== header);
}

/** Returns the paths that a cell links to, relative to docs and without anchors. Ignores links to other sites. */
export function findLinks(cell: string): string[] {
  return [...cell.matchAll(/\]\((?!https:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);
}

/** Returns whether a path, relative to docs, exists. */
export const linkExists = (path: string) => existsSync(join(DOCS, path));

/** The title of a test that a document names. */
interface TestTitle {
  /** Relative to the repository. */
  readonly file: string;
  readonly title: string;
}

/** Returns the test titles in a cell (`*title*`), each with the file linked before it. */
export function findTestTitles(cell: string): TestTitle[] {
  let file = '';
  return [...cell.matchAll(/\]\(([^)]+)\)|\*([^*]+)\*/g)].flatMap(([, path, title]) => {
    file = path ?? file;
    return title === undefined ? [] : [{ file: join('docs', file), title }];
  });
}

/** Returns whether a file has a test with this title. */
export function testExists({ file, title }: TestTitle): boolean {
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
  return new RegExp(`\\(\\s*(['"\`])${literal}\\1\\s*,`).test(readProjectFile(file));
}
