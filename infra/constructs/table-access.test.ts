/**
 * Tests of the IAM statements that grant access to the table. IAM conditions limit each statement to prefixes of
 * partition keys, such as `USER#*`.
 */
import { describe, expect, it } from 'vitest';
import { formatKeyPatterns, groupActionsByKeys } from './table-access.ts';

describe('table access', () => {
  it('groups actions that are allowed on the same partitions', () => {
    const access = { USER: ['GetItem', 'PutItem'], FILE: ['GetItem', 'DeleteItem'], CHAT: ['DeleteItem'] } as const;
    expect(groupActionsByKeys(access)).toEqual([
      { actions: ['GetItem'], keyPatterns: ['FILE#*', 'USER#*'] },
      { actions: ['PutItem'], keyPatterns: ['USER#*'] },
      { actions: ['DeleteItem'], keyPatterns: ['CHAT#*', 'FILE#*'] },
    ]);
  });

  it('lists all partitions of an action in one statement, so that a batch from several partitions is allowed', () => {
    const access = { USER: ['BatchGetItem', 'GetItem'], POST: ['BatchGetItem', 'GetItem'] } as const;
    expect(groupActionsByKeys(access)).toEqual([
      { actions: ['BatchGetItem', 'GetItem'], keyPatterns: ['POST#*', 'USER#*'] },
    ]);
  });

  it('matches a prefix with its separator, or the exact key of a single partition', () => {
    expect(formatKeyPatterns(['UNCLAIMED', 'REMOVAL', 'JOB'])).toEqual(['JOB#*', 'REMOVAL', 'UNCLAIMED']);
  });
});
