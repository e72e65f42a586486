import { createHmac } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cursor, InvalidCursor, openCursor, sealCursor } from './cursor.ts';

const SECRET = 'cursor secret';
const DEPTH = 5_000_000;
const cursor: Cursor = {
  depth: DEPTH,
  after: ['2026-11-21T00:00:00.000Z', 'FILE#files/anna/1/a.png', 'FILE'],
  source: 2,
  ended: '0100',
};
const scope = { viewer: 'anna', query: '["files","recent"]' };

describe('openCursor', () => {
  it('returns the values that were sealed', () => {
    const position = fc.tuple(fc.oneof(fc.string(), fc.integer()), fc.string(), fc.string());
    // A query has up to 161 sources: ten bands of 16 shards, and the viewer's own items.
    const contents = fc.record({ depth: fc.nat(), after: position, source: fc.nat(160), ended: fc.string() });

    fc.assert(
      fc.property(fc.string(), fc.string(), contents, (viewer, query, values) => {
        const sealedCursor = sealCursor(values, { viewer, query }, SECRET);
        expect(openCursor(sealedCursor, { viewer, query }, values.depth, SECRET)).toEqual(values);
      }),
    );
  });

  it('rejects a cursor with any single character changed', () => {
    const sealedCursor = sealCursor(cursor, scope, SECRET);

    fc.assert(
      fc.property(fc.nat(sealedCursor.length - 1), fc.constantFrom('A', 'b', '9', '.', '-'), (index, character) => {
        fc.pre(sealedCursor[index] !== character);
        const alteredCursor = sealedCursor.slice(0, index) + character + sealedCursor.slice(index + 1);
        // The last base64url character may differ in unused bits.
        fc.pre(!haveSameBytes(alteredCursor, sealedCursor));

        expect(() => openCursor(alteredCursor, scope, DEPTH, SECRET)).toThrow(InvalidCursor);
      }),
    );
  });

  it.each(['', '.', 'nonsense', 'e30.e30', `${'a'.repeat(5000)}.${'b'.repeat(43)}`])(
    'rejects the malformed cursor "%.12s"',
    (text) => {
      expect(() => openCursor(text, scope, DEPTH, SECRET)).toThrow(InvalidCursor);
    },
  );

  it('rejects a cursor with an added part', () => {
    expect(() => openCursor(`${sealCursor(cursor, scope, SECRET)}.x`, scope, DEPTH, SECRET)).toThrow(InvalidCursor);
  });

  it('rejects a cursor that was sealed with another secret', () => {
    expect(() => openCursor(sealCursor(cursor, scope, 'another'), scope, DEPTH, SECRET)).toThrow(InvalidCursor);
  });

  it('rejects a cursor of the previous format', () => {
    const contents = { ...scope, depth: DEPTH, progress: ['start', { after: cursor.after }], last: cursor.after?.[0] };
    const body = deflateRawSync(JSON.stringify(contents)).toString('base64url');
    const mac = createHmac('sha256', SECRET).update(body).digest('base64url');

    expect(() => openCursor(`${body}.${mac}`, scope, DEPTH, SECRET)).toThrow(InvalidCursor);
  });

  it('rejects a cursor of another viewer or another query', () => {
    const sealedCursor = sealCursor(cursor, scope, SECRET);

    expect(() => openCursor(sealedCursor, { ...scope, viewer: 'ben' }, DEPTH, SECRET)).toThrow(InvalidCursor);
    expect(() => openCursor(sealedCursor, { ...scope, query: '["files","size"]' }, DEPTH, SECRET)).toThrow(
      InvalidCursor,
    );
  });

  it('rejects a cursor of a viewer whose depth has dropped', () => {
    const sealedCursor = sealCursor(cursor, scope, SECRET);

    expect(() => openCursor(sealedCursor, scope, DEPTH - 1, SECRET)).toThrow(InvalidCursor);
  });

  it('returns the sealed depth for a viewer who has risen since', () => {
    const sealedCursor = sealCursor(cursor, scope, SECRET);

    expect(openCursor(sealedCursor, scope, DEPTH + 1, SECRET).depth).toBe(DEPTH);
  });
});

function haveSameBytes(a: string, b: string): boolean {
  const bytes = (text: string) =>
    text
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('hex'))
      .join('.');
  return a.split('.').length === b.split('.').length && bytes(a) === bytes(b);
}
