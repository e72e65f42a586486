import { MAX_FILE_NAME_LENGTH } from '../rules/limits.ts';
import { hasOnlyStorableCharacters } from './file-name-characters.ts';

/** The rules of all file names in addition to their length and characters, by the format that a broken rule reports. */
export const FILE_NAME_RULES = {
  trimmed: (name: string) => name === name.trim(),
  'not-dots': (name: string) => !/^\.+$/.test(name),
  normalized: (name: string) => name === name.normalize('NFC'),
} as const;

/**
 * Returns whether a text is the name of a stored file, which an earlier version may have accepted. New names must fit
 * `fileNameSchema` (shared/contract/file-name.ts), which allows less.
 *
 * Not a schema, so that triggers that parse storage keys don't load zod. See docs/adr/0048-cold-starts.md.
 */
export function isStoredFileName(name: string): boolean {
  return (
    name !== '' &&
    name.length <= MAX_FILE_NAME_LENGTH &&
    hasOnlyStorableCharacters(name) &&
    Object.values(FILE_NAME_RULES).every((isMet) => isMet(name))
  );
}
