import { describe, expect, it } from 'vitest';
import { checkBio, countBioCharacters } from './check-profile.ts';
import { texts } from './texts.ts';

describe('countBioCharacters and checkBio', () => {
  it.each([
    ['', 0, undefined],
    ['🐙'.repeat(200), 200, undefined],
    ['x'.repeat(201), 201, texts.bioTooLong],
    [' two words\n', 9, undefined],
  ])('counts bio %j as %i characters, with the problem %s', (bio, length, problem) => {
    expect([countBioCharacters(bio), checkBio(bio)]).toEqual([length, problem]);
  });
});
