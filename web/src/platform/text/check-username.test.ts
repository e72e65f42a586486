import { describe, expect, it } from 'vitest';
import { checkUsername } from './check-username.ts';

describe('checkUsername', () => {
  it.each([
    ['', 'Username is required'],
    ['   ', 'Username is required'],
    ['\u200B\u200D', 'Username is required'],
    ['x'.repeat(31), 'Username can have at most 30 characters'],
    ['x'.repeat(30), undefined],
    ['🐙'.repeat(30), undefined],
    [`  ${'x'.repeat(30)}  `, undefined],
  ])('checks %j: %s', (username, problem) => {
    expect(checkUsername(username)).toBe(problem);
  });
});
