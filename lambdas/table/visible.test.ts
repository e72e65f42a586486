import { expect, it } from 'vitest';
import { isVisible, VISIBLE_CONDITION } from './visible.ts';

it.each([
  [4, 'ben', true],
  [5, 'ben', true],
  [6, 'ben', false],
  [6, 'ada', true],
])('an item at depth %i of %s is visible to ada at depth 5: %s', (depth, userId, visible) => {
  expect(isVisible({ depth, userId }, { userId: 'ada', depth: 5 })).toBe(visible);
});

it('the write condition has the same rule, and excludes deleted items', () => {
  expect(VISIBLE_CONDITION.expression).toBe(
    'attribute_exists(pk) AND attribute_not_exists(deletedAt) AND (#depth <= :depth OR userId = :viewer)',
  );
  expect(VISIBLE_CONDITION.names).toEqual({ '#depth': 'depth' });
  expect(VISIBLE_CONDITION.values({ userId: 'ada', depth: 5 })).toEqual({ ':depth': 5, ':viewer': 'ada' });
});
