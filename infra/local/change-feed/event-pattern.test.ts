/** Tests of the filters of DynamoDB streams, which the local cloud evaluates like Lambda. */
import { describe, expect, it } from 'vitest';
import { parseEventPattern } from './event-pattern.ts';

const matches = parseEventPattern(
  JSON.stringify({ dynamodb: { Keys: { pk: { S: [{ prefix: 'USER#' }] }, sk: { S: ['PROFILE', 'OTHER'] } } } }),
);

const buildRecord = (pk: string, sk: string) => ({
  eventName: 'MODIFY',
  dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } },
});

describe('parseEventPattern', () => {
  it('matches records with the prefix and one of the texts', () => {
    expect(matches(buildRecord('USER#1', 'PROFILE'))).toBe(true);
    expect(matches(buildRecord('USER#1', 'OTHER'))).toBe(true);
  });

  it.each([
    ['another prefix', buildRecord('FILE#1', 'PROFILE')],
    ['another text', buildRecord('USER#1', 'LEDGER#1')],
    ['no such field', { dynamodb: {} }],
    ['a value that is not text', { dynamodb: { Keys: { pk: { S: 7 }, sk: { S: 'PROFILE' } } } }],
  ])('does not match a record with %s', (_, record) => {
    expect(matches(record)).toBe(false);
  });

  it('rejects a pattern with an unsupported matcher', () => {
    const pattern = JSON.stringify({ eventName: [{ 'anything-but': 'REMOVE' }] });
    expect(() => parseEventPattern(pattern)).toThrow('The local cloud filters by texts and prefixes only');
  });
});
