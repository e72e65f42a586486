import { describe, expect, it } from 'vitest';
import { arrivedOf, planParts } from './part-plan.ts';

describe('arrivedOf', () => {
  const plan = planParts(25, 10);

  it('returns the parts that the store holds whole', () => {
    expect(
      arrivedOf(plan, [
        { partNumber: 1, size: 10 },
        { partNumber: 3, size: 5 },
      ]),
    ).toEqual([plan[0], plan[2]]);
  });

  it('omits a stored part of another size, so that it is sent again', () => {
    expect(
      arrivedOf(plan, [
        { partNumber: 1, size: 9 },
        { partNumber: 3, size: 10 },
      ]),
    ).toEqual([]);
  });
});
