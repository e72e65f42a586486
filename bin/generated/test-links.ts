import { existsSync, globSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { testExists } from '../../test/support/coverage-document.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCS = join(ROOT, 'docs');
const FOLDERS = '{bin,infra,lambdas,shared,test,web}';

/** Matches a link to a test file and the titles after it: `[depth](../shared/rules/depth.test.ts): *rounds*, *adds*`. */
const TEST_LINKS = /\[([^\]]+)\]\((\.\.\/[^)#\s]+\.test\.tsx?)\): (\*[^*]+\*(?:, \*[^*]+\*)*)/g;
const SOURCE_LINKS = /\[([^\]]+)\]\((\.\.\/[^)#\s]+\.tsx?)\)/g;

/**
 * Returns the document with new links for files and tests that were moved. Keeps a link unless exactly one file has the
 * name or the test with the title.
 */
export function updateTestLinks(document: string): string {
  const tests = globSync(`${FOLDERS}/**/*.test.{ts,tsx}`, { cwd: ROOT, exclude: ['**/node_modules'] });
  const sources = globSync(`${FOLDERS}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: ['**/node_modules'] });

  const documentWithSources = document.replace(SOURCE_LINKS, (link, text: string, path: string) => {
    if (existsSync(join(DOCS, path))) return link;
    const newPath = findOnly(sources.filter((file) => basename(file) === basename(path)));
    return newPath ? `[${text}](${fromDocs(newPath)})` : link;
  });

  return documentWithSources.replace(TEST_LINKS, (_, text: string, path: string, titleList: string) => {
    const titles = titleList.slice(1, -1).split('*, *');
    const titlesByPath = Map.groupBy(titles, (title) => findTest(path, title, tests));

    return [...titlesByPath]
      .map(([testPath, group]) => {
        const linkText = testPath === path ? text : nameOf(testPath);
        return `[${linkText}](${testPath}): ${group.map(italic).join(', ')}`;
      })
      .join('; ');
  });
}

/** Returns the path, from docs, of the test with this title: the linked file, or the only other file that has it. */
function findTest(path: string, title: string, tests: readonly string[]): string {
  const linkedFile = join(DOCS, path);
  if (existsSync(linkedFile) && testExists({ file: relative(ROOT, linkedFile), title })) return path;

  const newPath = findOnly(tests.filter((file) => testExists({ file, title })));
  return newPath ? fromDocs(newPath) : path;
}

/** Returns the value of a list with exactly one value, otherwise undefined. */
function findOnly<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined;
}

function fromDocs(file: string): string {
  return relative(DOCS, join(ROOT, file));
}

/** Returns the text of a link to a test file: `depth` for `depth.test.ts`. */
function nameOf(path: string): string {
  return basename(path).replace(/\.test\.tsx?$/, '');
}

function italic(title: string): string {
  return `*${title}*`;
}
