/** Tests of the comparison between a table that exists in the local state and the table of the template. */
import { describe, expect, it } from 'vitest';
import { findDifferences } from './tables.ts';

const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
const expectedTable = {
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
    const [index] = expectedTable.GlobalSecondaryIndexes;
    const existingTable = {
      ...expectedTable,
      AttributeDefinitions: [...expectedTable.AttributeDefinitions].reverse(),
      GlobalSecondaryIndexes: [
        { ...index, Projection: { ...index?.Projection, NonKeyAttributes: ['b', 'a'] }, ItemCount: 7 },
      ],
    };

    expect(findDifferences(expectedTable, existingTable, 'expiresAt')).toEqual([]);
  });

  it('returns the names of differing properties', () => {
    const [index] = expectedTable.GlobalSecondaryIndexes;
    const otherIndex = { ...index, Projection: { ProjectionType: 'ALL' as const } };
    const existingTable = { ...expectedTable, KeySchema: [key('id', 'HASH')], GlobalSecondaryIndexes: [otherIndex] };
    expect(findDifferences(expectedTable, existingTable, undefined)).toEqual(['keys', 'indexes', 'expiry attribute']);
  });
});
