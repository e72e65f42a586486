/** Tests of sort keys, which must sort as their values do, and of the shards of lists. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { depthAndTime, depthCeiling, depthText, shardOf } from './keys.ts';

const anyDepth = fc.nat(Number.MAX_SAFE_INTEGER);

const anyTime = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') })
  .map((date) => date.toISOString());

describe('sort keys', () => {
  it('sorts depths in their numerical order', () => {
    fc.assert(
      fc.property(anyDepth, anyDepth, (a, b) => {
        expect(depthText(a) < depthText(b)).toBe(a < b);
        expect(depthText(a) === depthText(b)).toBe(a === b);
      }),
    );
  });

  it('sorts the ceiling of a depth after all keys of that depth and before all keys of greater depths', () => {
    fc.assert(
      fc.property(anyDepth, fc.integer({ min: 1, max: 1e9 }), anyTime, (lower, difference, time) => {
        expect(depthAndTime(lower, time) < depthCeiling(lower)).toBe(true);
        expect(depthText(lower) < depthCeiling(lower)).toBe(true);

        const higher = lower + difference;
        fc.pre(higher <= Number.MAX_SAFE_INTEGER);

        expect(depthAndTime(higher, time) > depthCeiling(lower)).toBe(true);
      }),
    );
  });
});

describe('shardOf', () => {
  it('assigns an item to the same shard each time, and uses every shard', () => {
    const assignShards = () => Array.from({ length: 200 }, (_, id) => shardOf(`item-${id}`, 8));
    const shards = assignShards();

    expect(assignShards()).toEqual(shards);
    expect(new Set(shards)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
    expect(shardOf('anything', 1)).toBe(0);
  });
});
