import { expect, it } from 'vitest';
import { buildVisibleCondition, decideVisibility, type Subject } from './visible.ts';

const ADA = { userId: 'ada', depth: 5 };
const deletedAt = '2026-11-21T00:00:00.000Z';

it.each<[title: string, item: Subject, authorDeleted: boolean, expected: string]>([
  ['below the viewer', { userId: 'ben', depth: 4 }, false, 'visible'],
  ['at the depth of the viewer', { userId: 'ben', depth: 5 }, false, 'visible'],
  ['above the viewer', { userId: 'ben', depth: 6 }, false, 'above'],
  ['without a depth', { userId: 'ben' }, false, 'visible'],
  ['of the viewer, above them', { userId: 'ada', depth: 6 }, false, 'visible'],
  ['that is deleted', { userId: 'ben', depth: 4, deletedAt }, false, 'deleted'],
  ['of the viewer that is deleted', { userId: 'ada', depth: 4, deletedAt }, false, 'deleted'],
  ['of an author who has deleted their account', { userId: 'ben', depth: 4 }, true, 'author-deleted'],
  ['of the viewer, who has deleted their account', { userId: 'ada', depth: 4 }, true, 'author-deleted'],
])('decides whether the viewer sees an item %s', (_, item, authorDeleted, expected) => {
  expect(decideVisibility(ADA, item, { authorDeleted })).toBe(expected);
});

it('expresses the same rule as a write condition', () => {
  expect(buildVisibleCondition(ADA)).toEqual({
    ConditionExpression:
      'attribute_exists(pk) AND attribute_not_exists(deletedAt) AND (#depth <= :depth OR userId = :viewer)',
    ExpressionAttributeNames: { '#depth': 'depth' },
    ExpressionAttributeValues: { ':depth': 5, ':viewer': 'ada' },
  });
});

it('adds a condition, names, and values to the access rule', () => {
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = buildVisibleCondition(ADA, {
    and: 'size(likers) < :most',
    names: { '#views': 'views' },
    values: { ':most': 10 },
  });

  expect(ConditionExpression).toBe(`${buildVisibleCondition(ADA).ConditionExpression} AND size(likers) < :most`);
  expect(ExpressionAttributeNames).toEqual({ '#depth': 'depth', '#views': 'views' });
  expect(ExpressionAttributeValues).toEqual({ ':depth': 5, ':viewer': 'ada', ':most': 10 });
});
