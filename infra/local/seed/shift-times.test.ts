/** Tests of the restore of the demo community's snapshot, which moves all stored times towards today. */
import { decodeTime, ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { computeShiftMs, shiftTimes } from './shift-times.ts';

const THEN = Date.parse('2026-01-31T23:58:30.123Z');

/** Moves the times of an item by one hour. */
const shift = (item: object) => JSON.parse(shiftTimes(JSON.stringify(item), HOUR_MS));

describe('shiftTimes', () => {
  it('moves timestamps, even within sort keys, and seconds since 1970', () => {
    const item = {
      createdAt: '2026-01-31T23:58:30.123Z',
      depthOrder: '0000000000002749#2026-01-31T23:58:30.123Z',
      expiresAt: Math.floor(THEN / 1000),
    };

    expect(shift(item)).toEqual({
      createdAt: '2026-02-01T00:58:30.123Z',
      depthOrder: '0000000000002749#2026-02-01T00:58:30.123Z',
      expiresAt: Math.floor(THEN / 1000) + 3600,
    });
  });

  it('moves the time of a ULID and keeps its random part', () => {
    const id = ulid(THEN);
    const { sk } = shift({ sk: `MESSAGE#${id}` });
    const movedId = sk.slice('MESSAGE#'.length);
    expect(decodeTime(movedId)).toBe(THEN + HOUR_MS);
    expect(movedId.slice(10)).toBe(id.slice(10));
  });

  it('keeps IDs of files, storage keys, texts, depths, sizes, and other IDs', () => {
    const fileId = ulid(THEN);
    const item = {
      pk: `FILE#${fileId}`,
      like: `LIKE#FILE#${fileId}`,
      copy: `COPY#DoJqkNi+8vLSF60fLVE19ZoyBalZ+tPvrAYcDkTBrvA=-3#${fileId}`,
      fileKey: `files/d41ab5c2-ac2d-4195-a762-73081e33169e/${fileId}/${fileId}`,
      key: `files/d41ab5c2-ac2d-4195-a762-73081e33169e/${ulid(THEN)}/last light.jpg`,
      content: 'Since 2009, at 23:58.',
      size: 882_044,
      depthAfter: 1_500_021_012,
      checksum: 'DoJqkNi+8vLSF60fLVE19ZoyBalZ+tPvrAYcDkTBrvA=',
    };

    expect(shift(item)).toEqual(item);
  });
});

describe('computeShiftMs', () => {
  it('returns whole periods of ten minutes that end at most ten minutes before now', () => {
    expect(computeShiftMs(THEN, THEN + 10 * MINUTE_MS - 1)).toBe(0);
    expect(computeShiftMs(THEN, THEN + 10 * MINUTE_MS)).toBe(10 * MINUTE_MS);
    expect(computeShiftMs(THEN, THEN + 25 * MINUTE_MS)).toBe(20 * MINUTE_MS);
  });
});
