import { describe, expect, it } from 'vitest';
import { formatStorageKey, parseStorageKey, type StorageKey } from './storage-key.ts';

const address: StorageKey = {
  purpose: 'file',
  userId: '1b2c-3d',
  ulid: '01KAHQ3V7V8Z5T0F4M2S6R9XYZ',
  fileName: 'coral reef (2).png',
};

describe('storage keys', () => {
  it('survive formatting and parsing', () => {
    expect(formatStorageKey(address)).toBe('files/1b2c-3d/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/coral reef (2).png');
    expect(parseStorageKey(formatStorageKey(address))).toEqual(address);
    expect(parseStorageKey(formatStorageKey({ ...address, purpose: 'avatar' }))?.purpose).toBe('avatar');
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
  ])('reject "%s"', (key) => expect(parseStorageKey(key)).toBeUndefined());
});
