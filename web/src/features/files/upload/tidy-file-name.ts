import { MAX_FILE_NAME_LENGTH } from '../../../../../shared/rules/limits.ts';
import { removeDisallowed } from '../../../../../shared/upload/file-name-characters.ts';

/** The name of a file whose own name has no allowed characters. */
const FALLBACK_NAME = 'file';

/** Maximum length of an extension with its dot. A longer one belongs to the name. */
const MAX_EXTENSION_LENGTH = 20;

/**
 * Converts any file name to a similar one that the contract accepts. Never returns an empty name.
 *
 * Quotes become typographic, slashes and colons become hyphens, other punctuation that file systems reserve becomes an
 * underscore, and Unicode spaces become plain spaces. Control characters and invisible marks are removed. The extension
 * stays.
 */
export function tidyFileName(name: string): string {
  const replacedName = name
    .normalize('NFC')
    .replace(/(^|[\s([{])"/gu, '$1“')
    .replace(/"/gu, '”')
    .replace(/(^|[\s([{])'/gu, '$1‘')
    .replace(/['`´]/gu, '’')
    .replace(/[/\\:|]/gu, '-')
    .replace(/[?*<>]/gu, '_')
    .replace(/[\p{Z}\t\n\r]+/gu, ' ');

  const allowedName = removeAllDisallowed(replacedName)
    .replace(/ {2,}/gu, ' ')
    // Windows drops dots and spaces at the end of a name.
    .replace(/[. ]+$/u, '')
    .trim();

  const dot = allowedName.lastIndexOf('.');
  const extension = dot >= 0 && allowedName.length - dot <= MAX_EXTENSION_LENGTH ? allowedName.slice(dot).trim() : '';
  const stem = extension ? allowedName.slice(0, dot).trim() : allowedName;
  const shortStem = truncate(/^\.*$/.test(stem) ? FALLBACK_NAME : stem, MAX_FILE_NAME_LENGTH - extension.length);

  // Cutting and joining can separate or combine the parts of an emoji or letter.
  return removeAllDisallowed(shortStem + extension);
}

/** Returns the name under which a file is saved if the member types this one. Keeps the original extension. */
export function savedName(typedName: string, originalName: string): string {
  const name = tidyFileName(typedName);
  const [extension = ''] = /\.[^. ]+$/u.exec(tidyFileName(originalName)) ?? [];
  const hasExtension = name.toLowerCase().endsWith(extension.toLowerCase());
  return hasExtension ? name : tidyFileName(name + extension);
}

/** Returns each visible character of a text that a file name can't contain. */
export function listForbidden(text: string): string[] {
  return [...new Set(text)].filter((character) => /[?*<>:|/\\"'`´]/u.test(character));
}

/** Removes disallowed characters. Repeats until nothing changes, because the remaining characters can combine. */
function removeAllDisallowed(name: string): string {
  const shortenedName = removeDisallowed(name).normalize('NFC');
  return shortenedName === name ? name : removeAllDisallowed(shortenedName);
}

/** Returns the first `length` code units, without splitting a surrogate pair. */
function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trim();
}
