/**
 * Tests of the file's name in an object's metadata. S3 stores it as a header with the upload, because the storage key
 * of a new file doesn't contain it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameSchema } from '../../shared/contract/file-name.ts';
import { MAX_FILE_NAME_LENGTH } from '../../shared/rules/limits.ts';
import { buildNameMetadata, formatNameHeader, NAME_HEADER, parseNameMetadata } from './name-metadata.ts';

/** The maximum size of an object's metadata in S3, in bytes: all names without `x-amz-meta-`, and all values. */
const MAX_METADATA_BYTES = 2048;

const anyName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: MAX_FILE_NAME_LENGTH })
  .filter((name) => fileNameSchema.safeParse(name).success);

describe('parseNameMetadata', () => {
  it('returns every valid name that the header has stored', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(parseNameMetadata(buildNameMetadata(name))).toBe(name);
      }),
    );
  });

  it('returns a name that an earlier version accepted', () => {
    expect(parseNameMetadata(buildNameMetadata('a\u3164b.png'))).toBe('a\u3164b.png');
  });

  it.each([
    ['no metadata', undefined],
    ['other metadata', { by: 'ada' }],
    ['an empty name', { 'file-name': '' }],
    ['a name with a slash', buildNameMetadata('a/b')],
    ['text that is not Base64', { 'file-name': '%%' }],
  ])('returns undefined for %s', (_case, metadata) => {
    expect(parseNameMetadata(metadata)).toBeUndefined();
  });
});

describe('formatNameHeader', () => {
  it.each(['深', '🐠', 'a'])('formats the longest name of %s below the size limit of S3', (character) => {
    const name = character.repeat(MAX_FILE_NAME_LENGTH / character.length);
    const header = formatNameHeader(name);

    expect(header).toMatch(/^[\w-]+$/);
    expect(NAME_HEADER.length + header.length).toBeLessThan(MAX_METADATA_BYTES);
  });
});
