/**
 * Tests of storage keys (`<prefix>/<member>/<ULID>/<file name>`), under which the bucket has objects, and of the
 * public URLs of profile pictures.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatStorageKey,
  parsePublicUrl,
  parseStorageKey,
  pictureKeyOf,
  pictureUrlOf,
  publicUrlFor,
  STORAGE_PURPOSES,
  type StorageKey,
} from './storage-key.ts';

const address: StorageKey = {
  purpose: 'file',
  userId: '1b2c-3d',
  ulid: '01KAHQ3V7V8Z5T0F4M2S6R9XYZ',
  fileName: 'coral reef (2).png',
};

describe('storage keys', () => {
  it('parses a storage key to the address from which it was built', () => {
    expect(formatStorageKey(address)).toBe('files/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/coral reef (2).png');
    expect(parseStorageKey(formatStorageKey(address))).toEqual(address);
    expect(parseStorageKey(formatStorageKey({ ...address, purpose: 'avatar' }))?.purpose).toBe('avatar');
  });

  it('parses a key with a name that an earlier version accepted', () => {
    const fileName = 'reef\u3164.png';

    expect(parseStorageKey(formatStorageKey({ ...address, fileName }))?.fileName).toBe(fileName);
  });

  it.each([
    '',
    'files',
    'files/a/b/c',
    'other/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.png',
    'files/../01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.png',
    'files/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a/b.png',
    'files/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/..',
    'files/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a\u0000b.png',
    'files/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/\ud800.png',
    `files/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/${'x'.repeat(256)}`,
    `files/${'x'.repeat(65)}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.png`,
    'files//01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.png',
    'files/1b2c_3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.png',
    'files/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XY/a.png',
    'files/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZZ/a.png',
    'files/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYU/a.png',
    'files/1b2c-3d/01kahq3v7v8z5t0f4m2s6r9xyz/a.png',
    'files/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/',
    '/files/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.png',
    'FILES/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.png',
    'file/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.png',
  ])('does not parse the invalid key "%s"', (key) => expect(parseStorageKey(key)).toBeUndefined());

  it('builds storage keys with a prefix for each purpose', () => {
    expect(STORAGE_PURPOSES.map((purpose) => formatStorageKey({ ...address, purpose }).split('/')[0])).toEqual([
      'files',
      'photos',
      'avatars',
      'posts',
      'posters',
      'renditions',
    ]);
    for (const purpose of STORAGE_PURPOSES) {
      expect(parseStorageKey(formatStorageKey({ ...address, purpose }))).toEqual({ ...address, purpose });
    }
  });

  it("accepts a member's ID of 64 characters", () => {
    const userId = 'x'.repeat(64);
    expect(parseStorageKey(formatStorageKey({ ...address, userId }))?.userId).toBe(userId);
  });
});

describe('public URLs', () => {
  it('encodes each segment of the storage key', () => {
    expect(publicUrlFor('avatars/anna/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a b#é.png')).toBe(
      '/media/avatars/anna/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a%20b%23%C3%A9.png',
    );
  });

  it('converts every public URL back to its storage key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
        expect(parsePublicUrl(publicUrlFor(key))).toBe(key);
      }),
    );
  });

  it.each(['', 'https://example.com/a.png', '/avatars/a.png', 'x/media/a.png', '/media/%', '/media/%ff'])(
    'does not parse the invalid URL "%s"',
    (url) => expect(parsePublicUrl(url)).toBeUndefined(),
  );
});

describe('a stored profile picture', () => {
  const key = 'avatars/anna/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a b.png';
  const url = '/media/avatars/anna/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a%20b.png';

  it.each([key, url, url.replace('avatars', '%61vatars')])(
    'returns one key and one URL for a profile picture stored as "%s"',
    (storedPicture) => {
      expect(pictureKeyOf({ profilePicture: storedPicture })).toBe(key);
      expect(pictureUrlOf({ profilePicture: storedPicture })).toBe(url);
    },
  );

  it('returns an empty key and URL for a member without a picture', () => {
    expect(pictureKeyOf({ profilePicture: '' })).toBe('');
    expect(pictureUrlOf({ profilePicture: '' })).toBe('');
  });
});
