import { describe, expect, it } from 'vitest';
import { differences } from './dynamodb.ts';

const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
const wanted = {
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

describe('differences', () => {
  it('finds none, whatever the order in which a table is described', () => {
    const [index] = wanted.GlobalSecondaryIndexes;
    const existing = {
      ...wanted,
      AttributeDefinitions: [...wanted.AttributeDefinitions].reverse(),
      GlobalSecondaryIndexes: [
        { ...index, Projection: { ...index?.Projection, NonKeyAttributes: ['b', 'a'] }, ItemCount: 7 },
      ],
    };
    expect(differences(wanted, existing, 'expiresAt')).toEqual([]);
  });

  it('names what differs', () => {
    const [index] = wanted.GlobalSecondaryIndexes;
    const other = { ...index, Projection: { ProjectionType: 'ALL' as const } };
    const existing = { ...wanted, KeySchema: [key('id', 'HASH')], GlobalSecondaryIndexes: [other] };
    expect(differences(wanted, existing, undefined)).toEqual(['keys', 'indexes', 'expiry attribute']);
  });
});
