import * as z from 'zod';
import { MAX_FILE_NAME_LENGTH } from '../depth/limits.ts';

/**
 * Allowed characters of a file name: letters, combining marks and numbers of any script, the space, and punctuation
 * without a meaning in file systems, shells, HTTP headers and S3 keys. This excludes slashes, straight quotes, emoji,
 * control characters and invisible direction marks (which can make "gpj.exe" read "exe.jpg").
 * See docs/adr/0007-file-names.md.
 */
const ALLOWED = /^[\p{L}\p{M}\p{N} ._\-–—()[\]{}+,;@#%&=!~$^’‘“”«»·]+$/u;

export const fileName = z
  .string()
  .min(1)
  .max(MAX_FILE_NAME_LENGTH)
  .regex(ALLOWED, 'must not contain slashes, quotes, emoji, control characters or invisible direction marks')
  .refine((name) => name === name.trim(), 'must not begin or end with a space')
  .refine((name) => !/^\.+$/.test(name), 'must not consist of dots only')
  .refine((name) => name === name.normalize('NFC'), 'must be in Unicode normalization form C');
