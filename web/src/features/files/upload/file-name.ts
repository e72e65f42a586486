import { MAX_FILE_NAME_LENGTH } from '../../../../../shared/depth/limits.ts';

const FALLBACK = 'file';
const LONGEST_EXTENSION = 20;

/** What the contract allows in a file name (`shared/contract/file-name.ts`, which the browser does not load). */
const REFUSED = /[^\p{L}\p{M}\p{N} ._\-–—()[\]{}+,;@#%&=!~$^’‘“”«»·]/gu;

/**
 * Turns a name from anybody's disk into one that the contract allows, close to what it was: quotes become
 * typographic, slashes and colons hyphens, strange spaces plain ones; emoji, control characters and invisible marks
 * are dropped. The extension survives, and something always remains.
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
    .replace(REFUSED, '')
    // Dropping a character may have brought together what composes.
    .normalize('NFC')
    .replace(REFUSED, '')
    .replace(/ {2,}/gu, ' ')
    // Dots and spaces at the end are no extension, and Windows keeps neither.
    .replace(/[. ]+$/u, '')
    .trim();

  const dot = allowed.lastIndexOf('.');
  const extension = dot >= 0 && allowed.length - dot <= LONGEST_EXTENSION ? allowed.slice(dot).trim() : '';
  const stem = extension ? allowed.slice(0, dot).trim() : allowed;
  const kept = shorten(/^\.*$/.test(stem) ? FALLBACK : stem, MAX_FILE_NAME_LENGTH - extension.length);
  return (kept + extension).normalize('NFC');
}

/** The first `length` code units, without cutting a character in two. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trim();
}
