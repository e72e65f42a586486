import { describe, expect, it } from 'vitest';
import { findDifferences } from './tables.ts';

const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
const expected = {
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' as const },
    { AttributeName: 'list', AttributeType: 'S' as const },
  ],
  KeySchema: [key('pk', 'HASH')],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'ByList',
      KeySchema: [key('list', 'HASH')],
      Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: ['a', 'b'] },
    },
  ],
  LocalSecondaryIndexes: [],
  TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
};

describe('findDifferences', () => {
  it('ignores the order of attributes and projections', () => {
    const [index] = expected.GlobalSecondaryIndexes;
    const existing = {
      ...expected,
      AttributeDefinitions: [...expected.AttributeDefinitions].reverse(),
      GlobalSecondaryIndexes: [
        { ...index, Projection: { ...index?.Projection, NonKeyAttributes: ['b', 'a'] }, ItemCount: 7 },
      ],
    };

    expect(findDifferences(expected, existing, 'expiresAt')).toEqual([]);
  });

  it('returns the names of differing properties', () => {
    const [index] = expected.GlobalSecondaryIndexes;
    const other = { ...index, Projection: { ProjectionType: 'ALL' as const } };
    const existing = { ...expected, KeySchema: [key('id', 'HASH')], GlobalSecondaryIndexes: [other] };
    expect(findDifferences(expected, existing, undefined)).toEqual(['keys', 'indexes', 'expiry attribute']);
  });
});
