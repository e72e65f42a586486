/**
 * Tests of cursors: encrypted texts with which a client requests the next page of a list. A cursor is valid only for its
 * viewer and query, and not after the viewer's depth has dropped.
 */
import { createHmac } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cursor, InvalidCursor, openCursor, sealCursor } from './cursor.ts';

const SECRET = 'cursor secret';
/** The viewer's depth, in micrometres. A greater depth is higher. */
const DEPTH = 5_000_000;

/** The page ended in the third of four sources, and the second had no further rows. */
const CURSOR: Cursor = {
  depth: DEPTH,
  after: ['2026-11-21T00:00:00.000Z', 'FILE#files/anna/1/a.png', 'FILE'],
  source: 2,
  ended: '0100',
};

/** The viewer and the query for which a cursor is valid. */
const SCOPE = { viewer: 'anna', query: '["files","recent"]' };

/** Checks that a sealed cursor is rejected. By default, opens it in the scope and at the depth of {@link CURSOR}. */
function expectRejected(sealedCursor: string, { scope = SCOPE, depth = DEPTH } = {}): void {
  expect(() => openCursor(sealedCursor, scope, depth, SECRET)).toThrow(InvalidCursor);
}

describe('sealCursor', () => {
  it('hides the position, because it can be the row of an item above the viewer', () => {
    const sealedCursor = sealCursor(CURSOR, SCOPE, SECRET);
    const parts = sealedCursor.split('.').map((part) => Buffer.from(part, 'base64url'));

    for (const part of parts) {
      expect(part.toString('latin1')).not.toContain('FILE#');
      expect(tryInflate(part)).not.toContain('FILE#');
    }
  });

  it('returns another text each time, so that equal positions look different', () => {
    expect(sealCursor(CURSOR, SCOPE, SECRET)).not.toBe(sealCursor(CURSOR, SCOPE, SECRET));
  });
});

describe('openCursor', () => {
  it('returns the cursor that was sealed', () => {
    const anyPosition = fc.tuple(fc.oneof(fc.string(), fc.integer()), fc.string(), fc.string());
    // A query has up to 161 sources: one for each of 16 shards in ten bands, and one for the viewer's own items.
    const anyCursor = fc.record({ depth: fc.nat(), after: anyPosition, source: fc.nat(16 * 10), ended: fc.string() });

    fc.assert(
      fc.property(fc.string(), fc.string(), anyCursor, (viewer, query, cursor) => {
        const sealedCursor = sealCursor(cursor, { viewer, query }, SECRET);
        expect(openCursor(sealedCursor, { viewer, query }, cursor.depth, SECRET)).toEqual(cursor);
      }),
    );
  });

  it('rejects a cursor with any single character changed', () => {
    const sealedCursor = sealCursor(CURSOR, SCOPE, SECRET);

    fc.assert(
      fc.property(fc.nat(sealedCursor.length - 1), fc.constantFrom('A', 'b', '9', '.', '-'), (index, character) => {
        fc.pre(sealedCursor[index] !== character);
        const alteredCursor = sealedCursor.slice(0, index) + character + sealedCursor.slice(index + 1);

        expectRejected(alteredCursor);
      }),
    );
  });

  it.each(['', '.', 'nonsense', 'e30.e30', `${'a'.repeat(5000)}.${'b'.repeat(43)}`])(
    'rejects the malformed cursor "%.12s"',
    (sealedCursor) => {
      expectRejected(sealedCursor);
    },
  );

  it.each(['.x', '.', '=', ' ', 'A'])('rejects a cursor with the added text "%s"', (addition) => {
    expectRejected(`${sealCursor(CURSOR, SCOPE, SECRET)}${addition}`);
  });

  it('rejects a cursor that was sealed with another secret', () => {
    expectRejected(sealCursor(CURSOR, SCOPE, 'another'));
  });

  it('rejects a cursor of the previous format', () => {
    // The previous format was signed, but not encrypted.
    const body = deflateRawSync(JSON.stringify(CURSOR)).toString('base64url');
    const signedText = JSON.stringify([SCOPE.viewer, SCOPE.query, body]);
    const mac = createHmac('sha256', SECRET).update(signedText).digest('base64url');

    expectRejected(`${body}.${mac}`);
  });

  it('rejects a cursor of another viewer or another query', () => {
    const sealedCursor = sealCursor(CURSOR, SCOPE, SECRET);

    expectRejected(sealedCursor, { scope: { ...SCOPE, viewer: 'ben' } });
    expectRejected(sealedCursor, { scope: { ...SCOPE, query: '["files","size"]' } });
  });

  it('rejects a cursor of a viewer whose depth has dropped', () => {
    expectRejected(sealCursor(CURSOR, SCOPE, SECRET), { depth: DEPTH - 1 });
  });

  it('returns the sealed depth for a viewer who has risen since', () => {
    const sealedCursor = sealCursor(CURSOR, SCOPE, SECRET);

    expect(openCursor(sealedCursor, SCOPE, DEPTH + 1, SECRET).depth).toBe(DEPTH);
  });
});

/** Returns the decompressed bytes as text, or an empty text if they are not compressed. */
function tryInflate(bytes: Buffer): string {
  try {
    return inflateRawSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}
