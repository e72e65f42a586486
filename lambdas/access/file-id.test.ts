/**
 * Tests of file IDs. A new file's ID is a ULID. An earlier version used the storage key, which contains the owner and
 * the file's name, so such files also have a digest of the key as their ID.
 */
import fc from 'fast-check';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { fileStorageKey } from '../storage/storage-key.ts';
import { fileIdOf } from '../table/keys.ts';
import { parseFileId } from './file-id.ts';

/** A storage key of an earlier version. */
const KEY_WITH_NAME = 'files/ada/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/reef.png';

describe('parseFileId', () => {
  it('accepts the ID of a new file, which contains neither the owner nor the file name', () => {
    const fileId = ulid();

    expect(fileIdOf(fileStorageKey('ada', fileId))).toBe(fileId);
    expect(parseFileId(fileId)).toBe(fileId);
  });

  it('accepts both IDs of a file that an earlier version stored: its storage key, and the digest of that key', () => {
    const digest = fileIdOf(KEY_WITH_NAME);

    expect(digest).toMatch(/^[\w-]{22}$/);
    expect(parseFileId(KEY_WITH_NAME)).toBe(digest);
    expect(parseFileId(digest)).toBe(digest);
  });

  it('gives files with different keys different IDs, even if a name looks like an ID', () => {
    const names = ['01KAHQ3V7V8Z5T0F4M2S6R9XYY', 'IMG_20260102_030405678', 'reef.png', 'reef'];
    const keys = names.map((name) => KEY_WITH_NAME.replace('reef.png', name));
    const ids = [...keys, fileStorageKey('ada', '01KAHQ3V7V8Z5T0F4M2S6R9XYZ')].map(fileIdOf);

    expect(new Set(ids).size).toBe(ids.length);
    expect(keys.map(parseFileId)).toEqual(ids.slice(0, -1));
  });

  it.each<[problem: string, invalidId: string]>([
    ['an empty text', ''],
    ['the storage key of a new file', fileStorageKey('ada', '01KAHQ3V7V8Z5T0F4M2S6R9XYZ')],
    ['a ULID above the maximum time', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ'],
    ['a ULID in lower case', '01kahq3v7v8z5t0f4m2s6r9xyz'],
    ['the key of a picture', KEY_WITH_NAME.replace('files', 'posts')],
    ['a key without a name', 'files/ada/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/'],
    ['the key of another item', 'FILE#01KAHQ3V7V8Z5T0F4M2S6R9XYZ'],
  ])('rejects %s', (_case, invalidId) => {
    expect(parseFileId(invalidId)).toBeUndefined();
  });

  it('returns the same ID for its own result, and never throws', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ maxLength: 200 }).map((fileName) => `files/ada/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/${fileName}`),
      fc.ulid(),
    );

    fc.assert(
      fc.property(anyText, (text) => {
        const fileId = parseFileId(text);
        if (fileId !== undefined) expect(parseFileId(fileId)).toBe(fileId);
      }),
    );
  });
});
