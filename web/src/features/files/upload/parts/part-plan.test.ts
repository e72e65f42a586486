import { describe, expect, it } from 'vitest';
import { planParts, selectArrived } from './part-plan.ts';

describe('selectArrived', () => {
  /** Three parts of 10, 10, and 5 bytes. */
  const plan = planParts(25, 10);

  it('returns the parts that S3 stores in full', () => {
    const storedParts = [
      { partNumber: 1, size: 10 },
      { partNumber: 3, size: 5 },
    ];

    expect(selectArrived(plan, storedParts)).toEqual([plan[0], plan[2]]);
  });

  it('omits a stored part of another size, so that it is sent again', () => {
    const storedParts = [
      { partNumber: 1, size: 9 },
      { partNumber: 3, size: 10 },
    ];

    expect(selectArrived(plan, storedParts)).toEqual([]);
  });
});
