import { describe, expect, it } from 'vitest';
import { distinctPeople } from '../query-keys.ts';
import { filterPeople, parseUsersQuery, withUsersQuery } from './users-url.ts';

describe('Find Users', () => {
  it.each([
    ['', { sort: 'depth', q: '' }],
    ['sort=username&q=%20coral%20', { sort: 'username', q: 'coral' }],
    ['sort=shoe-size&q=', { sort: 'depth', q: '' }],
    [`q=${'x'.repeat(300)}`, { sort: 'depth', q: 'x'.repeat(200) }],
  ])('parses "%s" as %o', (params, query) => {
    expect(parseUsersQuery(new URLSearchParams(params))).toEqual(query);
  });

  it('keeps other URL parameters and omits defaults', () => {
    const params = new URLSearchParams('tab=users&q=old&sort=username');

    const changedParams = withUsersQuery(params, { sort: 'contributions', q: 'new' });
    expect(String(changedParams)).toBe('tab=users&q=new&sort=contributions');

    const defaultParams = withUsersQuery(params, { sort: 'depth', q: '' });
    expect(String(defaultParams)).toBe('tab=users');
  });

  it('filters members by name or bio, ignoring case', () => {
    const people = [
      { username: 'Marina', bio: 'Knows every REEF.' },
      { username: 'Reefa', bio: '' },
      { username: 'Otto', bio: 'Diver' },
    ];

    expect(filterPeople(people, ' reef ').map(({ username }) => username)).toEqual(['Marina', 'Reefa']);
    expect(filterPeople(people, '')).toEqual(people);
  });

  it('finds composed accents when the search text has decomposed accents', () => {
    const people = [{ username: 'Zo\u00EB', bio: '' }];

    expect(filterPeople(people, 'zoe\u0308')).toEqual(people);
  });

  it('returns a member who is on several pages once', () => {
    const ada = { id: 'ada' };
    const ben = { id: 'ben' };
    const cleo = { id: 'cleo' };

    expect(distinctPeople([{ users: [ada, ben] }, { users: [{ id: 'ben' }, cleo] }])).toEqual([ada, ben, cleo]);
  });
});
