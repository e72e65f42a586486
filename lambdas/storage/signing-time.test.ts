/** Tests of the times in storage keys. A member can choose the ULID of a poster, so its time can be impossible. */
import fc from 'fast-check';
import { decodeTime, ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { signingTime, ulidTime } from './signing-time.ts';
import { formatStorageKey, parseStorageKey } from './storage-key.ts';

/** The characters of ULIDs. */
const CHARACTERS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
/** The first characters that no valid ULID has. */
const IMPOSSIBLE_FIRST_CHARACTERS = CHARACTERS.slice(8);

const STORED_AT = Date.UTC(2026, 4, 5);

/** Any ULID that the pattern of storage keys accepts. */
const anyUlid = fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: 26, maxLength: 26 });

describe('ulidTime', () => {
  it('returns the time of a valid ULID', () => {
    expect(ulidTime(ulid(STORED_AT))).toBe(STORED_AT);
    expect(ulidTime('0'.repeat(26))).toBe(0);
    expect(ulidTime(`7${'Z'.repeat(25)}`)).toBe(2 ** 48 - 1);
  });

  it.each(IMPOSSIBLE_FIRST_CHARACTERS)(
    'returns a time after every other time for a ULID that starts with %s',
    (first) => {
      const impossibleUlid = first + ulid(STORED_AT).slice(1);

      expect(() => decodeTime(impossibleUlid)).toThrow();
      expect(ulidTime(impossibleUlid)).toBe(Number.POSITIVE_INFINITY);
    },
  );
});

describe('signingTime', () => {
  it.each([
    ['before the object was stored', -1, -1],
    ['when the object was stored', 0, 0],
    ['after the object was stored', 1, 0],
  ])('returns the earlier time if the ULID was generated %s', (_case, ulidOffset, expectedOffset) => {
    expect(signingTime({ ulid: ulid(STORED_AT + ulidOffset) }, STORED_AT)).toBe(STORED_AT + expectedOffset);
  });

  it('returns a time up to the time of storing for every storage key that parses', () => {
    fc.assert(
      fc.property(anyUlid, (anyKeyUlid) => {
        const key = formatStorageKey({ purpose: 'poster', userId: 'ada', ulid: anyKeyUlid, fileName: 'a.png' });
        const time = signingTime(parseStorageKey(key)!, STORED_AT);

        expect(time).toBeGreaterThanOrEqual(0);
        expect(time).toBeLessThanOrEqual(STORED_AT);
      }),
    );
  });
});
