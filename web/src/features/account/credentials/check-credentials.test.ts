import { expect, it } from 'vitest';
import { checkRegistration } from './check-credentials.ts';

const good = { username: 'Nerea', email: 'n@sea.example', password: 'tidal6', confirmation: 'tidal6' };

it('accepts a complete registration', () => expect(checkRegistration(good)).toBeUndefined());

it('accepts a password of several words', () => {
  expect(checkRegistration({ ...good, password: 'low tide at six', confirmation: 'low tide at six' })).toBeUndefined();
});

it.each([
  [{ confirmation: 'tidal7' }, 'Passwords do not match'],
  [{ password: 'tidal', confirmation: 'tidal' }, 'Password must be at least 6 characters'],
  [{ password: 'tidal 6 ', confirmation: 'tidal 6 ' }, 'Password must not begin or end with a space'],
  [{ password: '      ', confirmation: '      ' }, 'Password must not begin or end with a space'],
  [{ username: '   ' }, 'Username is required'],
])('refuses %j', (change, text) => expect(checkRegistration({ ...good, ...change })).toBe(text));
