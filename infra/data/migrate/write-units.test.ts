/**
 * Tests of the estimate of a migration's costs. DynamoDB charges one unit for each started kilobyte of a written item,
 * and for each write of a row in an index.
 */
import { describe, expect, it } from 'vitest';
import { profileKey } from '../../../lambdas/table/keys.ts';
import { estimateWriteUnits } from './write-units.ts';

/** An item with a row in the index `ByDepth`. */
const listedItem = { ...profileKey('ada'), depthList: 'USER#0', depthOrder: '1', bio: 'b' };

describe('estimateWriteUnits', () => {
  it('counts started kilobytes of the larger item', () => {
    expect(estimateWriteUnits(listedItem, { ...listedItem, bio: 'b'.repeat(900) })).toBe(1);
    expect(estimateWriteUnits(listedItem, { ...listedItem, bio: 'b'.repeat(1100) })).toBe(2);
    expect(estimateWriteUnits({ ...listedItem, bio: 'b'.repeat(1100) }, listedItem)).toBe(2);
  });

  it('adds one write for an index row that changes and stays', () => {
    // The rows of all indexes contain `contentType`.
    expect(estimateWriteUnits(listedItem, { ...listedItem, contentType: 'image/png' })).toBe(2);
  });

  it('adds two writes for an index row that moves', () => {
    expect(estimateWriteUnits(listedItem, { ...listedItem, depthOrder: '2' })).toBe(3);
  });

  it('adds one write for a new index row', () => {
    const { depthList: _, ...unlistedItem } = listedItem;
    expect(estimateWriteUnits(unlistedItem, { ...unlistedItem, depthList: 'USER#0' })).toBe(2);
  });
});
