import { describe, expect, it } from 'vitest';
import { checkRegistration } from './check-credentials.ts';

const validRegistration = { username: 'Nerea', email: 'n@sea.example', password: 'tidal6', confirmation: 'tidal6' };

describe('checkRegistration', () => {
  it.each([
    ['a complete registration', {}],
    ['a password of several words', { password: 'low tide at six', confirmation: 'low tide at six' }],
  ])('accepts %s', (_, change) => {
    expect(() => checkRegistration({ ...validRegistration, ...change })).not.toThrow();
  });

  it.each([
    ['different passwords', { confirmation: 'tidal7' }, 'confirmation', 'Passwords do not match'],
    [
      'a password of five characters',
      { password: 'tidal', confirmation: 'tidal' },
      'password',
      'Password must be at least 6 characters',
    ],
    [
      'a password that ends with a space',
      { password: 'tidal 6 ', confirmation: 'tidal 6 ' },
      'password',
      "Password can't start or end with a space",
    ],
    [
      'a password of spaces',
      { password: '      ', confirmation: '      ' },
      'password',
      "Password can't start or end with a space",
    ],
    ['a blank username', { username: '   ' }, 'username', 'Username is required'],
  ])('rejects %s', (_, change, field, message) => {
    const error = expect.objectContaining({ field, message });

    expect(() => checkRegistration({ ...validRegistration, ...change })).toThrow(error);
  });
});
