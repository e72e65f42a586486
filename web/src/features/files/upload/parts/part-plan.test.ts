/** Tests of dividing a file into parts, and of comparing them with the parts that S3 stores. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planParts, selectArrived, sumBytes } from './part-plan.ts';

describe('planParts', () => {
  it('covers every byte once, in order', () => {
    const anyFileSize = fc.integer({ min: 1, max: 10_000 });
    const anyPartSize = fc.integer({ min: 1, max: 600 });

    fc.assert(
      fc.property(anyFileSize, anyPartSize, (fileSize, partSize) => {
        const plan = planParts(fileSize, partSize);

        let offset = 0;
        for (const [index, { partNumber, start, size }] of plan.entries()) {
          expect([partNumber, start]).toEqual([index + 1, offset]);
          expect(size).toBeGreaterThan(0);
          expect(size).toBeLessThanOrEqual(partSize);
          offset += size;
        }

        expect(offset).toBe(fileSize);
        expect(sumBytes(plan)).toBe(fileSize);
      }),
    );
  });
});

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
