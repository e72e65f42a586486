import * as z from 'zod';
import { MAX_FILE_NAME_LENGTH } from '../rules/limits.ts';
import { shortenCharacters } from '../text/shorten-characters.ts';
import { hasOnlyAllowedCharacters, hasOnlyStorableCharacters } from '../upload/file-name-characters.ts';
import { encodeFormat } from './field-rule.ts';

/** The name of a new or renamed file. See docs/adr/0007-file-names.md. */
export const fileNameSchema = buildSchema(hasOnlyAllowedCharacters)
  .refine((name) => name === shortenCharacters(name), encodeFormat('file-name'))
  .describe('Letters, marks, and digits of any script, emoji, spaces, and harmless punctuation, in form NFC.');

/** The name of a stored file, which an earlier version may have accepted. */
export const storedFileNameSchema = buildSchema(hasOnlyStorableCharacters);

function buildSchema(hasOnlyValidCharacters: (name: string) => boolean) {
  return z
    .string()
    .min(1)
    .max(MAX_FILE_NAME_LENGTH)
    .refine(hasOnlyValidCharacters, encodeFormat('file-name'))
    .refine((name) => name === name.trim(), encodeFormat('trimmed'))
    .refine((name) => !/^\.+$/.test(name), encodeFormat('not-dots'))
    .refine((name) => name === name.normalize('NFC'), encodeFormat('normalized'));
}
