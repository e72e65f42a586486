import { describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../test-support/fake-storage.ts';
import { hasStoredSession } from './stored-session.ts';

const storageOf = (...keys: string[]) => fakeStorage(new Map(keys.map((key) => [key, ''])));

describe('hasStoredSession', () => {
  it("finds a session by the refresh token's key", () => {
    const key = 'CognitoIdentityServiceProvider.client1.0b6a-4f.refreshToken';
    expect(hasStoredSession(storageOf('theme', key))).toBe(true);
  });

  it('ignores keys that remain after a logout, and keys of other software', () => {
    const keys = ['CognitoIdentityServiceProvider.client1.LastAuthUser', 'refreshToken', 'x.y.refreshToken'];
    expect(hasStoredSession(storageOf(...keys))).toBe(false);
    expect(hasStoredSession(storageOf())).toBe(false);
  });

  it('returns false when the browser forbids storage', () => {
    expect(hasStoredSession(deniedStorage())).toBe(false);
  });
});
