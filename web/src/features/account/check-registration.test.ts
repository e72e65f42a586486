import { expect, it } from 'vitest';
import { checkRegistration } from './check-registration.ts';

const good = { username: 'Nerea', email: 'n@sea.example', password: 'tidal6', confirmation: 'tidal6' };

it('accepts a complete registration', () => expect(checkRegistration(good)).toBeUndefined());

it.each([
  [{ confirmation: 'tidal7' }, 'Passwords do not match'],
  [{ password: 'tidal', confirmation: 'tidal' }, 'Password must be at least 6 characters'],
  [{ username: '   ' }, 'Username is required'],
])('refuses %j', (change, text) => expect(checkRegistration({ ...good, ...change })).toBe(text));
