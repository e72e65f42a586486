import { MAX_UPLOAD_BYTES } from '../../shared/rules/limits.ts';
import { EmptyFile, FileTooLarge } from './errors.ts';

/**
 * Checks that a file has bytes, and not more than the limit.
 *
 * @param size - bytes
 * @throws EmptyFile
 * @throws FileTooLarge
 */
export function checkFileSize(size: number): void {
  if (size <= 0) throw new EmptyFile();
  if (size > MAX_UPLOAD_BYTES) throw new FileTooLarge();
}
