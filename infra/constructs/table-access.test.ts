import { describe, expect, it } from 'vitest';
import { keyedActions, keyPatterns } from './table-access.ts';

describe('access to the table', () => {
  it('is granted by the actions that share their partitions', () => {
    const access = { USER: ['GetItem', 'PutItem'], FILE: ['GetItem', 'DeleteItem'], CHAT: ['DeleteItem'] } as const;
    expect(keyedActions(access)).toEqual([
      { actions: ['GetItem'], keys: ['FILE#*', 'USER#*'] },
      { actions: ['PutItem'], keys: ['USER#*'] },
      { actions: ['DeleteItem'], keys: ['CHAT#*', 'FILE#*'] },
    ]);
  });

  it('has one statement for all partitions of an action, so that a batch of several is allowed', () => {
    const access = { USER: ['BatchGetItem', 'GetItem'], POST: ['BatchGetItem', 'GetItem'] } as const;
    expect(keyedActions(access)).toEqual([{ actions: ['BatchGetItem', 'GetItem'], keys: ['POST#*', 'USER#*'] }]);
  });

  it('is to each of something, or to the one partition of a name and no other that begins like it', () => {
    expect(keyPatterns(['UNCLAIMED', 'REMOVAL', 'JOB'])).toEqual(['JOB#*', 'REMOVAL', 'UNCLAIMED']);
  });
});
