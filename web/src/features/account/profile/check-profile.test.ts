import { describe, expect, it } from 'vitest';
import { texts } from '../texts.ts';
import { bioLength, checkBio, checkUsername } from './check-profile.ts';

describe('profile validation', () => {
  it.each([
    ['', texts.usernameMissing],
    ['   ', texts.usernameMissing],
    ['\u200B\u200D', texts.usernameMissing],
    ['x'.repeat(31), texts.usernameTooLong],
    ['x'.repeat(30), undefined],
    ['🐙'.repeat(30), undefined],
    [`  ${'x'.repeat(30)}  `, undefined],
  ])('checks username %j: %s', (username, problem) => {
    expect(checkUsername(username)).toBe(problem);
  });

  it.each([
    ['', 0, undefined],
    ['🐙'.repeat(200), 200, undefined],
    ['x'.repeat(201), 201, texts.bioTooLong],
    [' two words\n', 9, undefined],
  ])('counts bio %j as %i characters', (bio, length, problem) => {
    expect([bioLength(bio), checkBio(bio)]).toEqual([length, problem]);
  });
});
