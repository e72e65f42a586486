import { describe, expect, it } from 'vitest';
import { filterPeople } from './filter-people.ts';

describe('filterPeople', () => {
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
});
