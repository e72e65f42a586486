import * as z from 'zod';
import { MAX_FILE_NAME_LENGTH } from '../rules/limits.ts';
import { shortenCharacters } from '../text/shorten-characters.ts';
import { hasOnlyAllowedCharacters } from '../upload/file-name-characters.ts';
import { FILE_NAME_RULES } from '../upload/stored-file-name.ts';
import { encodeFormat } from './field-rule.ts';

/** The name of a new or renamed file. See docs/adr/0007-file-names.md. */
export const fileNameSchema = z
  .string()
  .min(1)
  .max(MAX_FILE_NAME_LENGTH)
  .refine(hasOnlyAllowedCharacters, encodeFormat('file-name'))
  .refine(FILE_NAME_RULES.trimmed, encodeFormat('trimmed'))
  .refine(FILE_NAME_RULES['not-dots'], encodeFormat('not-dots'))
  .refine(FILE_NAME_RULES.normalized, encodeFormat('normalized'))
  .refine((name) => name === shortenCharacters(name), encodeFormat('file-name'))
  .describe('Letters, marks, and digits of any script, emoji, spaces, and harmless punctuation, in form NFC.');
