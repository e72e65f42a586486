import { describe, expect, it } from 'vitest';
import { parseUsersQuery, withUsersQuery } from './users-url.ts';

describe('parseUsersQuery', () => {
  // The search text is cut at 200 characters.
  it.each([
    ['', { sort: 'depth', q: '' }],
    ['sort=username&q=%20coral%20', { sort: 'username', q: 'coral' }],
    ['sort=shoe-size&q=', { sort: 'depth', q: '' }],
    [`q=${'x'.repeat(300)}`, { sort: 'depth', q: 'x'.repeat(200) }],
  ])('parses "%s" as %o', (params, query) => {
    expect(parseUsersQuery(new URLSearchParams(params))).toEqual(query);
  });
});

describe('withUsersQuery', () => {
  it('keeps other URL parameters and omits defaults', () => {
    const params = new URLSearchParams('tab=users&q=old&sort=username');

    const changedParams = withUsersQuery(params, { sort: 'contributions', q: 'new' });
    expect(String(changedParams)).toBe('tab=users&q=new&sort=contributions');

    const defaultParams = withUsersQuery(params, { sort: 'depth', q: '' });
    expect(String(defaultParams)).toBe('tab=users');
  });
});
