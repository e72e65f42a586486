import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cursor, InvalidCursor, openCursor, sealCursor } from './cursor.ts';

const SECRET = 'the secret of the deep';
const cursor: Cursor = {
  viewer: 'anna',
  query: '["files","recent"]',
  depth: 5_000_000,
  last: '2026-11-20T00:00:00.000Z',
  progress: ['start', 'end', { after: ['2026-11-21T00:00:00.000Z', 'FILE#files/anna/1/a.png', 'FILE'] }],
};
const asked = { viewer: cursor.viewer, query: cursor.query, depth: cursor.depth };

describe('a cursor', () => {
  it('opens to what was sealed, whatever it holds', () => {
    const position = fc.tuple(fc.oneof(fc.string(), fc.integer()), fc.string(), fc.string());
    const progress = fc.array(
      fc.oneof(fc.constant('start' as const), fc.constant('end' as const), fc.record({ after: position })),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), progress, (viewer, query, depth, steps) => {
        const sealed = sealCursor({ viewer, query, depth, progress: steps }, SECRET);
        expect(openCursor(sealed, { viewer, query, depth }, SECRET)).toEqual({ viewer, query, depth, progress: steps });
      }),
    );
  });

  it('is refused with any one character changed', () => {
    const sealed = sealCursor(cursor, SECRET);
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'b', '9', '.', '-'), (at, character) => {
        fc.pre(sealed[at] !== character);
        const altered = sealed.slice(0, at) + character + sealed.slice(at + 1);
        // The last characters of base64 may differ in bits that stand for nothing.
        fc.pre(!sameBytes(altered, sealed));
        expect(() => openCursor(altered, asked, SECRET)).toThrow(InvalidCursor);
      }),
    );
  });

  it.each(['', '.', 'nonsense', 'e30.e30', `${'a'.repeat(5000)}.${'b'.repeat(43)}`])(
    'is refused when it is "%.12s"',
    (text) => {
      expect(() => openCursor(text, asked, SECRET)).toThrow(InvalidCursor);
    },
  );

  it('is refused with another secret', () => {
    expect(() => openCursor(sealCursor(cursor, 'another'), asked, SECRET)).toThrow(InvalidCursor);
  });

  it('is refused to another viewer, and for another question', () => {
    const sealed = sealCursor(cursor, SECRET);
    expect(() => openCursor(sealed, { ...asked, viewer: 'ben' }, SECRET)).toThrow(InvalidCursor);
    expect(() => openCursor(sealed, { ...asked, query: '["files","size"]' }, SECRET)).toThrow(InvalidCursor);
  });

  it('is refused to a viewer who has sunk, and serves one who has risen from where they were', () => {
    const sealed = sealCursor(cursor, SECRET);
    expect(() => openCursor(sealed, { ...asked, depth: cursor.depth - 1 }, SECRET)).toThrow(InvalidCursor);
    expect(openCursor(sealed, { ...asked, depth: cursor.depth + 1 }, SECRET).depth).toBe(cursor.depth);
  });
});

function sameBytes(a: string, b: string): boolean {
  const bytes = (text: string) =>
    text
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('hex'))
      .join('.');
  return a.split('.').length === b.split('.').length && bytes(a) === bytes(b);
}
