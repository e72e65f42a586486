import { describe, expect, it } from 'vitest';
import { collectDistinctPeople } from './distinct-people.ts';

describe('collectDistinctPeople', () => {
  it('returns a member who is on several pages once', () => {
    const ada = { id: 'ada' };
    const ben = { id: 'ben' };
    const cleo = { id: 'cleo' };

    expect(collectDistinctPeople([{ users: [ada, ben] }, { users: [{ id: 'ben' }, cleo] }])).toEqual([ada, ben, cleo]);
  });
});
