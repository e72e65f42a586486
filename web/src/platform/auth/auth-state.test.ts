import { beforeEach, describe, expect, it, vi } from 'vitest';

const REFRESH_KEY = 'CognitoIdentityServiceProvider.client1.member.refreshToken';
const OTHER_KEY = 'CognitoIdentityServiceProvider.client1.other.refreshToken';

/** Collects the page's listeners. Returns a function that sends an event. */
function listen(): (name: string) => void {
  const listeners = new Map<string, () => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  return (name) => listeners.get(name)?.();
}

/** Loads the module as a new page does, with these keys in local storage. */
async function loadAuthState(...keys: string[]) {
  vi.resetModules();
  vi.stubGlobal('localStorage', { length: keys.length, key: (index: number) => keys[index] ?? null });
  return import('./auth-state.ts');
}

describe('auth state', () => {
  beforeEach(() => vi.unstubAllGlobals());

  it('returns signedOut immediately when no session is stored', async () => {
    const { authState } = await loadAuthState();
    expect(authState()).toEqual({ status: 'signedOut', visit: 0, reason: 'visitor' });
  });

  it('returns loading while a stored session is checked', async () => {
    const { authState, markSignedIn, currentVisit } = await loadAuthState(REFRESH_KEY);
    expect(authState()).toMatchObject({ status: 'loading' });
    markSignedIn();
    expect(authState()).toEqual({ status: 'signedIn', visit: currentVisit(), member: 'member' });
  });

  it('becomes signed out as a visitor when the stored session is invalid', async () => {
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

  it('ends the visit when another tab logs out, but not while another tab replaces the session', async () => {
    const keys = [REFRESH_KEY];
    const { authState, markSignedIn, startAuth } = await loadAuthState();
    vi.stubGlobal('localStorage', { key: (index: number) => keys[index] ?? null, length: 1 });
    const { withSessionLock } = await import('./session-lock.ts');
    const send = listen();

    await startAuth();
    markSignedIn();

    await withSessionLock('exclusive', async () => {
      const key = keys.pop() as string;
      send('storage');
      await new Promise(setImmediate);
      keys.push(key);
    });
    await withSessionLock('exclusive', async () => {});

    expect(authState()).toMatchObject({ status: 'signedIn' });

    keys.pop();
    send('storage');
    await expect.poll(authState).toMatchObject({ status: 'signedOut', reason: 'ended' });
  });

  it.each(['storage', 'visibilitychange', 'pageshow'])(
    'begins another visit when %s shows that another member is signed in',
    async (event) => {
      const keys = [REFRESH_KEY];
      const { authState, markSignedIn, startAuth, currentVisit } = await loadAuthState();
      vi.stubGlobal('localStorage', { key: (index: number) => keys[index] ?? null, length: 1 });
      const send = listen();

      await startAuth();
      markSignedIn();
      const visit = currentVisit();

      send(event);
      keys[0] = OTHER_KEY;
      send(event);

      await expect.poll(authState).toEqual({ status: 'signedIn', visit: visit + 1, member: 'other' });
    },
  );

  it.each([
    ['adopts', 'a logout', 'signedIn'],
    ['does not adopt', 'the deletion of the account', 'signedOut'],
  ] as const)('%s the session of another tab after %s', async (_, end, status) => {
    const keys: string[] = [];
    const { authState, markSignedIn, markSignedOut, markAccountDeleted, startAuth } = await loadAuthState();
    vi.stubGlobal('localStorage', {
      key: (index: number) => keys[index] ?? null,
      get length() {
        return keys.length;
      },
    });
    const send = listen();

    await startAuth();
    markSignedIn();

    if (end === 'a logout') markSignedOut();
    else markAccountDeleted();
    keys.push(REFRESH_KEY);
    send('storage');
    await new Promise((resolve) => setTimeout(resolve, 20));

    expect(authState().status).toBe(status);
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
