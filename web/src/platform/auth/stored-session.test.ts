import { describe, expect, it } from 'vitest';
import { hasStoredSession } from './stored-session.ts';

const storageOf = (...keys: string[]) => ({ length: keys.length, key: (index: number) => keys[index] ?? null });

describe('hasStoredSession', () => {
  it("finds a session by the refresh token's key", () => {
    const key = 'CognitoIdentityServiceProvider.client1.0b6a-4f.refreshToken';
    expect(hasStoredSession(() => storageOf('theme', key))).toBe(true);
  });

  it('ignores keys that remain after a logout, and keys of other software', () => {
    const keys = ['CognitoIdentityServiceProvider.client1.LastAuthUser', 'refreshToken', 'x.y.refreshToken'];
    expect(hasStoredSession(() => storageOf(...keys))).toBe(false);
    expect(hasStoredSession(() => storageOf())).toBe(false);
  });

  it('returns false when the browser forbids storage', () => {
    const forbidden = () => {
      throw new Error('SecurityError');
    };
    expect(hasStoredSession(forbidden)).toBe(false);
  });
});
