import { describe, expect, it } from 'vitest';
import { fileName } from '../../../shared/contract/file-name.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_USERNAME_LENGTH, MIN_PASSWORD_LENGTH } from '../../../shared/depth/limits.ts';
import { COMMUNITY, DEMO_PASSWORD } from './community.ts';

describe('the demo community', () => {
  it('has members of their own, who could have registered', () => {
    expect(new Set(COMMUNITY.map(({ email }) => email)).size).toBe(COMMUNITY.length);
    expect(DEMO_PASSWORD.length).toBeGreaterThanOrEqual(MIN_PASSWORD_LENGTH);
    for (const { username } of COMMUNITY) expect(username.length).toBeLessThanOrEqual(MAX_USERNAME_LENGTH);
  });

  it.each(COMMUNITY.flatMap(({ files }) => files))('may upload "$name"', ({ name, description }) => {
    expect(fileName.safeParse(name).success).toBe(true);
    expect(description.length).toBeLessThanOrEqual(MAX_DESCRIPTION_LENGTH);
  });
});
