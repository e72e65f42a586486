import { MAX_FILE_NAME_LENGTH } from '../../../../../shared/depth/limits.ts';

const FALLBACK = 'file';
const MAX_EXTENSION_LENGTH = 20;

/** Same rule as `shared/contract/file-name.ts`, which the browser doesn't load. */
const DISALLOWED = /[^\p{L}\p{M}\p{N} ._\-–—()[\]{}+,;@#%&=!~$^’‘“”«»·]/gu;

/**
 * Converts any file name to a similar one that the contract accepts. Never returns an empty name.
 *
 * Quotes become typographic, slashes and colons become hyphens, and Unicode spaces become plain spaces. Emoji, control
 * characters, and invisible marks are removed. The extension stays.
 */
export function tidyFileName(name: string): string {
  const allowed = name
    .normalize('NFC')
    .replace(/(^|[\s([{])"/gu, '$1“')
    .replace(/"/gu, '”')
    .replace(/(^|[\s([{])'/gu, '$1‘')
    .replace(/['`´]/gu, '’')
    .replace(/[/\\:|]/gu, '-')
    .replace(/[\p{Z}\t\n\r]+/gu, ' ')
    .replace(DISALLOWED, '')
    // Removed characters can leave a base letter next to a combining mark.
    .normalize('NFC')
    .replace(DISALLOWED, '')
    .replace(/ {2,}/gu, ' ')
    // Windows drops dots and spaces at the end of a name.
    .replace(/[. ]+$/u, '')
    .trim();

  const dot = allowed.lastIndexOf('.');
  const extension = dot >= 0 && allowed.length - dot <= MAX_EXTENSION_LENGTH ? allowed.slice(dot).trim() : '';
  const stem = extension ? allowed.slice(0, dot).trim() : allowed;
  const shortStem = truncate(/^\.*$/.test(stem) ? FALLBACK : stem, MAX_FILE_NAME_LENGTH - extension.length);
  return (shortStem + extension).normalize('NFC');
}

/** Returns the first `length` code units, without splitting a surrogate pair. */
function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trim();
}
