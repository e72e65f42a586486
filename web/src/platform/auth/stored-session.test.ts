/** Tests of what the stored keys of a session state about it, without loading the sign-in library. */
import { describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../test-support/fake-storage.ts';
import { hasStoredSession, restoreSession, storedMemberId, takeStoredSession } from './stored-session.ts';

const PREFIX = 'CognitoIdentityServiceProvider.client1';

const buildStorage = (...keys: string[]) => fakeStorage(new Map(keys.map((key) => [key, ''])));

describe('hasStoredSession', () => {
  it("finds a session by the refresh token's key", () => {
    expect(hasStoredSession(buildStorage('theme', `${PREFIX}.0b6a-4f.refreshToken`))).toBe(true);
  });

  it('ignores keys that remain after a logout, and keys of other software', () => {
    const keys = [`${PREFIX}.LastAuthUser`, 'refreshToken', 'x.y.refreshToken'];
    expect(hasStoredSession(buildStorage(...keys))).toBe(false);
    expect(hasStoredSession(buildStorage())).toBe(false);
  });

  it('returns false when the browser forbids storage', () => {
    expect(hasStoredSession(deniedStorage())).toBe(false);
  });
});

describe('storedMemberId', () => {
  it("returns the member in the refresh token's key, or undefined without a session", () => {
    expect(storedMemberId(buildStorage(`${PREFIX}.0b6a-4f.refreshToken`))).toBe('0b6a-4f');
    expect(storedMemberId(buildStorage())).toBeUndefined();
  });

  it('returns the ID in the access token if the keys hold an email, or the email if the token is damaged', () => {
    const prefix = `${PREFIX}.ada.lovelace@fathom.example`;
    // The Base64 of this name contains a +, which a JWT replaces with a -.
    const claims = btoa(JSON.stringify({ sub: '0b6a-4f', name: '?>?>' }))
      .replaceAll('+', '-')
      .replaceAll('/', '_');
    const entries = new Map([[`${prefix}.refreshToken`, 'refresh']]);
    const storage = fakeStorage(entries);

    for (const [token, memberId] of [
      [`e30.${claims}.c2ln`, '0b6a-4f'],
      ['damaged', 'ada.lovelace@fathom.example'],
    ] as const) {
      entries.set(`${prefix}.accessToken`, token);
      expect(storedMemberId(storage)).toBe(memberId);
    }
  });
});

describe('takeStoredSession', () => {
  it('removes a session, which restoreSession stores again, but keeps the device key of Cognito', () => {
    const entries = new Map([
      [`${PREFIX}.LastAuthUser`, 'ada'],
      [`${PREFIX}.ada.accessToken`, 'access'],
      [`${PREFIX}.ada.refreshToken`, 'refresh'],
      [`${PREFIX}.ada.deviceKey`, 'device'],
    ]);
    const initialEntries = new Map(entries);
    const storage = fakeStorage(entries);

    const session = takeStoredSession(storage)!;
    expect(session.refreshToken).toBe('refresh');
    expect([...entries.keys()]).toEqual([`${PREFIX}.ada.deviceKey`]);
    expect(takeStoredSession(storage)).toBeUndefined();

    restoreSession(session, storage);
    expect(new Map([...entries].sort())).toEqual(new Map([...initialEntries].sort()));
  });
});
