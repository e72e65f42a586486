import * as z from 'zod';
import { MAX_FILE_NAME_LENGTH } from '../rules/limits.ts';
import { hasOnlyAllowedCharacters } from '../upload/file-name-characters.ts';

/** The name of an uploaded file. See docs/adr/0007-file-names.md. */
export const fileName = z
  .string()
  .min(1)
  .max(MAX_FILE_NAME_LENGTH)
  .refine(hasOnlyAllowedCharacters, 'must not contain slashes, quotes, control characters or invisible direction marks')
  .refine((name) => name === name.trim(), 'must not begin or end with a space')
  .refine((name) => !/^\.+$/.test(name), 'must not consist of dots only')
  .refine((name) => name === name.normalize('NFC'), 'must be in Unicode normalization form C')
  .describe('Letters, marks, and digits of any script, emoji, spaces, and harmless punctuation, in form NFC.');
