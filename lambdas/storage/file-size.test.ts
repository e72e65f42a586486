/** Tests of the limit of a file's size. */
import { describe, expect, it } from 'vitest';
import { EmptyFile, FileTooLarge } from './errors.ts';
import { checkFileSize } from './file-size.ts';

/** The maximum size of a file, in bytes: 1,000 MB. */
const MAX_BYTES = 1_048_576_000;

describe('checkFileSize', () => {
  it.each([1, MAX_BYTES - 1, MAX_BYTES])('accepts %i bytes', (size) => {
    expect(() => checkFileSize(size)).not.toThrow();
  });

  it.each([0, -1])('rejects %i bytes as empty', (size) => {
    expect(() => checkFileSize(size)).toThrow(EmptyFile);
  });

  it('rejects a file above 1,000 MB', () => {
    expect(() => checkFileSize(MAX_BYTES + 1)).toThrow(FileTooLarge);
    expect(() => checkFileSize(MAX_BYTES + 1)).toThrow('File size cannot exceed 1000MB');
  });
});
