import { describe, expect, it } from 'vitest';
import { isStoredFileName } from './stored-file-name.ts';

describe('isStoredFileName', () => {
  it.each(['reef.png', '報告書.txt', 'fish🐟.png', 'a'.repeat(255)])('accepts %s', (name) => {
    expect(isStoredFileName(name)).toBe(true);
  });

  it.each(['\u115F', '\u1160', '\u3164', '\uFFA0'])(
    'accepts names with the Hangul filler %j, which new files may not have',
    (filler) => {
      expect(isStoredFileName(`a${filler}b.png`)).toBe(true);
    },
  );

  it('accepts piles of marks, which earlier versions stored', () => {
    expect(isStoredFileName(`a${'\u0308'.repeat(100)}.png`.normalize('NFC'))).toBe(true);
  });

  it.each(['', 'a/b', ' a', 'a ', '.', '..', 'e\u0301', 'a\u200Bb', 'a'.repeat(256)])('rejects %j', (name) => {
    expect(isStoredFileName(name)).toBe(false);
  });
});
