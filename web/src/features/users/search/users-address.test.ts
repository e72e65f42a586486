import { expect, it } from 'vitest';
import { distinctPeople } from '../user-queries.ts';
import { filterPeople, readUsersQuery, writeUsersQuery } from './users-address.ts';

it.each([
  ['', { sort: 'depth', q: '' }],
  ['sort=username&q=%20coral%20', { sort: 'username', q: 'coral' }],
  ['sort=shoe-size&q=', { sort: 'depth', q: '' }],
  [`q=${'x'.repeat(300)}`, { sort: 'depth', q: 'x'.repeat(200) }],
])('reads "%s" as %o', (address, query) => {
  expect(readUsersQuery(new URLSearchParams(address))).toEqual(query);
});

it('leaves what else stands in the address, and defaults out of it', () => {
  const address = new URLSearchParams('tab=users&q=old&sort=username');
  expect(String(writeUsersQuery(address, { sort: 'contributions', q: 'new' }))).toBe(
    'tab=users&q=new&sort=contributions',
  );
  expect(String(writeUsersQuery(address, { sort: 'depth', q: '' }))).toBe('tab=users');
});

it('finds people by name or bio, in any case', () => {
  const people = [
    { username: 'Marina', bio: 'Knows every REEF.' },
    { username: 'Reefa', bio: '' },
    { username: 'Otto', bio: 'Diver' },
  ];
  expect(filterPeople(people, ' reef ').map(({ username }) => username)).toEqual(['Marina', 'Reefa']);
  expect(filterPeople(people, '')).toEqual(people);
});

it('finds people by letters and accents that were typed one by one', () => {
  const people = [{ username: 'Zo\u00EB', bio: '' }];
  expect(filterPeople(people, 'zoe\u0308')).toEqual(people);
});

it('shows nobody twice', () => {
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  expect(distinctPeople([{ users: [a, b] }, { users: [{ id: 'b' }, c] }])).toEqual([a, b, c]);
});
