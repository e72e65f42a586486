import { describe, expect, it } from 'vitest';
import { checkRegistration } from './check-credentials.ts';

const validRegistration = { username: 'Nerea', email: 'n@sea.example', password: 'tidal6', confirmation: 'tidal6' };

describe('checkRegistration', () => {
  it('accepts a complete registration', () => expect(checkRegistration(validRegistration)).toBeUndefined());

  it('accepts a password of several words', () => {
    expect(
      checkRegistration({ ...validRegistration, password: 'low tide at six', confirmation: 'low tide at six' }),
    ).toBeUndefined();
  });

  it.each([
    [{ confirmation: 'tidal7' }, 'Passwords do not match'],
    [{ password: 'tidal', confirmation: 'tidal' }, 'Password must be at least 6 characters'],
    [{ password: 'tidal 6 ', confirmation: 'tidal 6 ' }, "Password can't start or end with a space"],
    [{ password: '      ', confirmation: '      ' }, "Password can't start or end with a space"],
    [{ username: '   ' }, 'Username is required'],
  ])('rejects %j', (change, text) => expect(checkRegistration({ ...validRegistration, ...change })).toBe(text));
});
