import { describe, expect, it } from 'vitest';
import { EmptyFile, FileTooLarge } from './errors.ts';
import { checkSize } from './file-size.ts';

describe('checkSize', () => {
  it.each([1, 1_048_575_999, 1_048_576_000])('accepts %i bytes', (size) => {
    expect(() => checkSize(size)).not.toThrow();
  });

  it.each([0, -1])('rejects %i bytes as empty', (size) => {
    expect(() => checkSize(size)).toThrow(EmptyFile);
  });

  it('rejects a file above 1,000 MB', () => {
    expect(() => checkSize(1_048_576_001)).toThrow(FileTooLarge);
    expect(() => checkSize(1_048_576_001)).toThrow('File size cannot exceed 1000MB');
  });
});
