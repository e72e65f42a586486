import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cursor, InvalidCursor, openCursor, sealCursor } from './cursor.ts';

const SECRET = 'cursor secret';
const cursor: Cursor = {
  viewer: 'anna',
  query: '["files","recent"]',
  depth: 5_000_000,
  last: '2026-11-20T00:00:00.000Z',
  progress: ['start', 'end', { after: ['2026-11-21T00:00:00.000Z', 'FILE#files/anna/1/a.png', 'FILE'] }],
};
const expected = { viewer: cursor.viewer, query: cursor.query, depth: cursor.depth };

describe('Cursor', () => {
  it('opens to the values that were sealed', () => {
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

  it('rejects a cursor with any single character changed', () => {
    const sealed = sealCursor(cursor, SECRET);
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'b', '9', '.', '-'), (at, character) => {
        fc.pre(sealed[at] !== character);
        const altered = sealed.slice(0, at) + character + sealed.slice(at + 1);
        // The last base64url character may differ in unused bits.
        fc.pre(!sameBytes(altered, sealed));
        expect(() => openCursor(altered, expected, SECRET)).toThrow(InvalidCursor);
      }),
    );
  });

  it.each(['', '.', 'nonsense', 'e30.e30', `${'a'.repeat(5000)}.${'b'.repeat(43)}`])('rejects "%.12s"', (text) => {
    expect(() => openCursor(text, expected, SECRET)).toThrow(InvalidCursor);
  });

  it('rejects a cursor that was sealed with another secret', () => {
    expect(() => openCursor(sealCursor(cursor, 'another'), expected, SECRET)).toThrow(InvalidCursor);
  });

  it('rejects another viewer or another query', () => {
    const sealed = sealCursor(cursor, SECRET);
    expect(() => openCursor(sealed, { ...expected, viewer: 'ben' }, SECRET)).toThrow(InvalidCursor);
    expect(() => openCursor(sealed, { ...expected, query: '["files","size"]' }, SECRET)).toThrow(InvalidCursor);
  });

  it('rejects a viewer whose depth has dropped, and keeps the old depth for one who has risen', () => {
    const sealed = sealCursor(cursor, SECRET);
    expect(() => openCursor(sealed, { ...expected, depth: cursor.depth - 1 }, SECRET)).toThrow(InvalidCursor);
    expect(openCursor(sealed, { ...expected, depth: cursor.depth + 1 }, SECRET).depth).toBe(cursor.depth);
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
