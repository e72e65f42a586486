/**
 * Tests of the access rule as a condition of writes: an item is visible at or below the viewer, or if it is their own.
 */
import { expect, it } from 'vitest';
import { buildVisibleCondition, decideVisibility, type Subject, type Visibility } from './visible.ts';

const ADA = { userId: 'ada', depth: 5 };
const deletedAt = '2026-11-21T00:00:00.000Z';

interface VisibilityCase {
  /** Describes the item. Ada is the viewer. */
  readonly title: string;
  readonly item: Subject;
  /** Set if the author's account is deleted. */
  readonly authorDeleted?: true;
  readonly expected: Visibility;
}

it.each<VisibilityCase>([
  { title: 'below the viewer', item: { userId: 'ben', depth: 4 }, expected: 'visible' },
  { title: 'at the depth of the viewer', item: { userId: 'ben', depth: 5 }, expected: 'visible' },
  { title: 'above the viewer', item: { userId: 'ben', depth: 6 }, expected: 'above' },
  { title: 'without a depth', item: { userId: 'ben' }, expected: 'visible' },
  { title: 'of the viewer, above them', item: { userId: 'ada', depth: 6 }, expected: 'visible' },
  { title: 'that is deleted', item: { userId: 'ben', depth: 4, deletedAt }, expected: 'deleted' },
  { title: 'of the viewer that is deleted', item: { userId: 'ada', depth: 4, deletedAt }, expected: 'deleted' },
  {
    title: 'of an author who has deleted their account',
    item: { userId: 'ben', depth: 4 },
    authorDeleted: true,
    expected: 'author-deleted',
  },
  {
    title: 'of the viewer, who has deleted their account',
    item: { userId: 'ada', depth: 4 },
    authorDeleted: true,
    expected: 'author-deleted',
  },
])('decides whether the viewer sees an item $title', ({ item, authorDeleted = false, expected }) => {
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
