import { MAX_FILE_NAME_LENGTH } from '../../../../../shared/rules/limits.ts';
import { shortenCharacters } from '../../../../../shared/text/shorten-characters.ts';
import { removeDisallowed } from '../../../../../shared/upload/file-name-characters.ts';

/** Replaces a name that has no allowed characters, or only dots, before its extension. */
const FALLBACK_NAME = 'file';

/** Maximum length of an extension with its dot. A longer one belongs to the name. */
const MAX_EXTENSION_LENGTH = 20;

/**
 * The replacements of characters that the contract or a file system doesn't allow, in this order.
 *
 * A straight quote is an opening quote at the beginning of the name, after a space, and after an opening bracket.
 */
const REPLACEMENTS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(^|[\s([{])"/gu, '$1“'],
  [/"/gu, '”'],
  [/(^|[\s([{])'/gu, '$1‘'],
  [/['`´]/gu, '’'],
  [/[/\\:|]/gu, '-'],
  [/[?*<>]/gu, '_'],
  [/[\p{Z}\t\n\r]+/gu, ' '],
];

/**
 * Converts any file name to a similar one that the contract accepts. Never returns an empty name.
 *
 * Quotes become typographic, slashes and colons become hyphens, other punctuation that file systems reserve becomes an
 * underscore, and Unicode spaces become plain spaces. Control characters and invisible marks are removed. The extension
 * stays.
 */
export function tidyFileName(name: string): string {
  const replacedName = REPLACEMENTS.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    name.normalize('NFC'),
  );

  const allowedName = removeAllDisallowed(replacedName)
    .replace(/ {2,}/gu, ' ')
    // Windows drops dots and spaces at the end of a name.
    .replace(/[. ]+$/u, '')
    .trim();

  const { stem, extension } = splitExtension(allowedName);
  const isNameMissing = /^\.*$/.test(stem);
  const shortStem = truncate(isNameMissing ? FALLBACK_NAME : stem, MAX_FILE_NAME_LENGTH - extension.length);

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

/** Splits a name into its extension, with the dot, and the part before it. */
function splitExtension(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  const hasExtension = dot >= 0 && name.length - dot <= MAX_EXTENSION_LENGTH;
  if (!hasExtension) return { stem: name, extension: '' };

  return { stem: name.slice(0, dot).trim(), extension: name.slice(dot).trim() };
}

/**
 * Removes disallowed characters, and shortens those with piles of marks. Repeats until nothing changes, because the
 * remaining characters can combine.
 */
function removeAllDisallowed(name: string): string {
  const shortenedName = shortenCharacters(removeDisallowed(name).normalize('NFC'));
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
