import { beforeEach, describe, expect, it, vi } from 'vitest';

const REFRESH_KEY = 'CognitoIdentityServiceProvider.client1.member.refreshToken';

/** Loads the module as a new page does, with these keys in local storage. */
async function loadAuthState(...keys: string[]) {
  vi.resetModules();
  vi.stubGlobal('localStorage', { length: keys.length, key: (index: number) => keys[index] ?? null });
  return import('./auth-state.ts');
}

describe('auth state', () => {
  beforeEach(() => vi.unstubAllGlobals());

  it('is signed out at once when no session is stored', async () => {
    const { authState } = await loadAuthState();
    expect(authState()).toEqual({ status: 'signedOut', visit: 0, reason: 'visitor' });
  });

  it('is loading while a stored session is checked', async () => {
    const { authState, markSignedIn, currentVisit } = await loadAuthState(REFRESH_KEY);
    expect(authState()).toMatchObject({ status: 'loading' });
    markSignedIn();
    expect(authState()).toEqual({ status: 'signedIn', visit: currentVisit() });
  });

  it('becomes signed out, as a visitor, when the stored session is invalid', async () => {
    const { authState, markSessionEnded, currentVisit } = await loadAuthState(REFRESH_KEY);
    markSessionEnded(currentVisit());
    expect(authState()).toMatchObject({ status: 'signedOut', reason: 'visitor' });
  });

  it('distinguishes an ended session from a logout', async () => {
    const { authState, markSignedIn, markSignedOut, markSessionEnded, currentVisit } = await loadAuthState();
    markSignedIn();
    markSessionEnded(currentVisit());
    expect(authState()).toMatchObject({ reason: 'ended' });
    markSignedIn();
    markSignedOut();
    expect(authState()).toMatchObject({ reason: 'left' });
    markSessionEnded(currentVisit());
    expect(authState()).toMatchObject({ reason: 'left' });
  });

  it('keeps the reason "deleted" when the session also ends', async () => {
    const { authState, markSignedIn, markAccountDeleted, markSessionEnded, currentVisit } = await loadAuthState();
    markSignedIn();
    markSessionEnded(currentVisit());
    markAccountDeleted();
    markSessionEnded(currentVisit());
    expect(authState()).toMatchObject({ status: 'signedOut', reason: 'deleted' });
  });

  it('ends when another tab logs out, but not while another tab replaces the session', async () => {
    const keys = [REFRESH_KEY];
    const { authState, markSignedIn, startAuth } = await loadAuthState();
    vi.stubGlobal('localStorage', { key: (index: number) => keys[index] ?? null, length: 1 });
    let onStorage = () => {};
    vi.stubGlobal('addEventListener', (_: string, listener: () => void) => {
      onStorage = listener;
    });
    const { withSessionLock } = await import('./session-lock.ts');
    await startAuth();
    markSignedIn();
    await withSessionLock('exclusive', async () => {
      const key = keys.pop() as string;
      onStorage();
      await new Promise(setImmediate);
      keys.push(key);
    });
    await withSessionLock('exclusive', async () => {});
    expect(authState()).toMatchObject({ status: 'signedIn' });
    keys.pop();
    onStorage();
    await expect.poll(authState).toMatchObject({ status: 'signedOut', reason: 'ended' });
  });

  it('ignores the end of an earlier visit', async () => {
    const { authState, markSignedIn, markSignedOut, markSessionEnded, currentVisit } = await loadAuthState();
    markSignedIn();
    const earlierVisit = currentVisit();
    markSignedOut();
    markSignedIn();
    markSessionEnded(earlierVisit);
    expect(authState()).toMatchObject({ status: 'signedIn' });
  });
});
