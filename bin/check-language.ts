/**
 * Part of `npm run check`. Rejects the patterns of word-list.ts in all text files, and links in Markdown to files that
 * don't exist. Prints one line per finding and exits with 1.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BANNED_PATTERNS, UNCHECKED_FILES } from './word-list.ts';

const PROJECT = join(import.meta.dirname, '..');

/** Matches the files that are checked: sources, texts, and scripts of the pipeline. */
const TEXT_FILE = /\.(ts|tsx|js|mjs|json|css|html|md|yml|yaml|txt)$|(^|\/)\.ci\/[^/]+$/;

/** Matches the target of a Markdown link to a file. */
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: PROJECT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => TEXT_FILE.test(file) && !UNCHECKED_FILES.test(file) && existsSync(join(PROJECT, file)));

const findings = files.flatMap((file) => {
  const content = readFileSync(join(PROJECT, file), 'utf8');

  return content.split('\n').flatMap((line, index) => {
    const place = `${file}:${index + 1}`;
    const bannedWords = BANNED_PATTERNS.filter(({ pattern }) => pattern.test(line)).map(
      ({ pattern, instead }) => `${place}: "${pattern.exec(line)?.[0]}": write ${instead}`,
    );
    const brokenLinks = file.endsWith('.md')
      ? [...line.matchAll(LINK)]
          .filter(([, path = '']) => !existsSync(join(PROJECT, dirname(file), path)))
          .map(([, path]) => `${place}: ${path} does not exist`)
      : [];

    return [...bannedWords, ...brokenLinks];
  });
});

for (const finding of findings) console.error(finding);
if (findings.length > 0) console.error(`${findings.length} findings in ${files.length} files.`);
process.exitCode = findings.length > 0 ? 1 : 0;
