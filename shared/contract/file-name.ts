import * as z from 'zod';
import { MAX_FILE_NAME_LENGTH } from '../depth/limits.ts';

/**
 * What a file name may hold: letters, combining marks and numbers of any script, the space, and punctuation that
 * neither a file system, a shell, an HTTP header nor an S3 key gives a meaning to. Slashes, straight quotes, emoji,
 * control characters and invisible direction marks (which can make "gpj.exe" read "exe.jpg") are refused.
 */
const ALLOWED = /^[\p{L}\p{M}\p{N} ._\-–—()[\]{}+,;@#%&=!~$^’‘“”«»·]+$/u;

export const fileName = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_FILE_NAME_LENGTH, `must be at most ${MAX_FILE_NAME_LENGTH} characters`)
  .regex(ALLOWED, 'must not contain slashes, quotes, emoji, control characters or invisible direction marks')
  .refine((name) => name === name.trim() && !/^\.+$/.test(name), 'must not be only dots, nor begin or end with a space')
  .refine((name) => name === name.normalize('NFC'), 'must be in Unicode normalization form C');
