import { beforeEach, describe, expect, it, vi } from 'vitest';

const REFRESH_KEY = 'CognitoIdentityServiceProvider.client1.member.refreshToken';

/** The module as a freshly loaded page has it, in a browser that stores these keys. */
async function freshState(...keys: string[]) {
  vi.resetModules();
  vi.stubGlobal('localStorage', { length: keys.length, key: (index: number) => keys[index] ?? null });
  return import('./auth-state.ts');
}

describe('who is here', () => {
  beforeEach(() => vi.unstubAllGlobals());

  it('is known at once when no session is stored', async () => {
    const { authState } = await freshState();
    expect(authState()).toEqual({ status: 'signedOut', visit: 0, reason: 'visitor' });
  });

  it('is open while a stored session is looked at', async () => {
    const { authState, signedIn, currentVisit } = await freshState(REFRESH_KEY);
    expect(authState()).toMatchObject({ status: 'loading' });
    signedIn();
    expect(authState()).toEqual({ status: 'signedIn', visit: currentVisit() });
  });

  it('is a visitor when the stored session turns out to be over', async () => {
    const { authState, sessionEnded, currentVisit } = await freshState(REFRESH_KEY);
    sessionEnded(currentVisit());
    expect(authState()).toMatchObject({ status: 'signedOut', reason: 'visitor' });
  });

  it('tells a session that ended from a member who left', async () => {
    const { authState, signedIn, signedOut, sessionEnded, currentVisit } = await freshState();
    signedIn();
    sessionEnded(currentVisit());
    expect(authState()).toMatchObject({ reason: 'ended' });
    signedIn();
    signedOut();
    expect(authState()).toMatchObject({ reason: 'left' });
    sessionEnded(currentVisit());
    expect(authState()).toMatchObject({ reason: 'left' });
  });

  it('knows who has gone for good, whatever their session was taken for meanwhile', async () => {
    const { authState, signedIn, accountDeleted, sessionEnded, currentVisit } = await freshState();
    signedIn();
    sessionEnded(currentVisit());
    accountDeleted();
    sessionEnded(currentVisit());
    expect(authState()).toMatchObject({ status: 'signedOut', reason: 'deleted' });
  });

  it('is not changed by what arrives late from a visit before', async () => {
    const { authState, signedIn, signedOut, sessionEnded, currentVisit } = await freshState();
    signedIn();
    const before = currentVisit();
    signedOut();
    signedIn();
    sessionEnded(before);
    expect(authState()).toMatchObject({ status: 'signedIn' });
  });
});
