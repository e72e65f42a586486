/** Tests of who is signed in, while other tabs log out or sign other members in. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const ADA_REFRESH_KEY = 'CognitoIdentityServiceProvider.client1.ada.refreshToken';
const BEN_REFRESH_KEY = 'CognitoIdentityServiceProvider.client1.ben.refreshToken';

/** Replaces `addEventListener`. Returns a function that calls the page's listener of an event. */
function captureListeners(): (name: string) => void {
  const listeners = new Map<string, () => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  return (name) => listeners.get(name)?.();
}

/** Replaces the local storage by one with these keys. A test can change the array later. */
function stubStorage(keys: readonly string[]): void {
  vi.stubGlobal('localStorage', {
    key: (index: number) => keys[index] ?? null,
    get length() {
      return keys.length;
    },
  });
}

/** Loads the module as a new page does, with these keys in local storage. */
async function loadAuthState(...keys: string[]) {
  vi.resetModules();
  stubStorage(keys);
  return import('./auth-state.ts');
}

/** Loads the module, and signs a member in. The page then reads these keys. A test can change the array later. */
async function signIn(storedKeys: readonly string[]) {
  const module = await loadAuthState();
  stubStorage(storedKeys);
  const dispatch = captureListeners();

  await module.startAuth();
  module.markSignedIn();

  return { ...module, dispatch };
}

describe('auth state', () => {
  beforeEach(() => vi.unstubAllGlobals());

  it('returns signedOut immediately when no session is stored', async () => {
    const { authState } = await loadAuthState();
    expect(authState()).toEqual({ status: 'signedOut', visit: 0, reason: 'visitor' });
  });

  it('returns loading while a stored session is checked', async () => {
    const { authState, markSignedIn, currentVisit } = await loadAuthState(ADA_REFRESH_KEY);
    expect(authState()).toMatchObject({ status: 'loading' });
    markSignedIn();
    expect(authState()).toEqual({ status: 'signedIn', visit: currentVisit(), memberId: 'ada' });
  });

  it('becomes signed out as a visitor when the stored session is invalid', async () => {
    const { authState, markSessionEnded, currentVisit } = await loadAuthState(ADA_REFRESH_KEY);
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
  });

  it('keeps the reason "left" when the session ends after a logout', async () => {
    const { authState, markSignedIn, markSignedOut, markSessionEnded, currentVisit } = await loadAuthState();
    markSignedIn();
    markSignedOut();
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

  it('stays signed in while another tab replaces the session', async () => {
    const storedKeys = [ADA_REFRESH_KEY];
    const { authState, dispatch } = await signIn(storedKeys);
    const { withSessionLock } = await import('./session-lock.ts');

    await withSessionLock('exclusive', async () => {
      const key = storedKeys.pop() as string;
      dispatch('storage');
      // Lets the page handle the event while the key is missing.
      await new Promise(setImmediate);
      storedKeys.push(key);
    });
    // Lets the page take the lock, and look for the session again.
    await withSessionLock('exclusive', async () => {});

    expect(authState()).toMatchObject({ status: 'signedIn' });
  });

  it('ends the visit when another tab logs out', async () => {
    const storedKeys = [ADA_REFRESH_KEY];
    const { authState, dispatch } = await signIn(storedKeys);

    storedKeys.pop();
    dispatch('storage');

    await expect.poll(authState).toMatchObject({ status: 'signedOut', reason: 'ended' });
  });

  it.each(['storage', 'visibilitychange', 'pageshow'])(
    'begins another visit when %s shows that another member is signed in',
    async (event) => {
      const storedKeys = [ADA_REFRESH_KEY];
      const { authState, currentVisit, dispatch } = await signIn(storedKeys);
      const visit = currentVisit();

      // This event shows the same member, so it begins no visit.
      dispatch(event);
      storedKeys[0] = BEN_REFRESH_KEY;
      dispatch(event);

      await expect.poll(authState).toEqual({ status: 'signedIn', visit: visit + 1, memberId: 'ben' });
    },
  );

  it.each([
    ['adopts', 'a logout', 'markSignedOut', 'signedIn'],
    ['does not adopt', 'the deletion of the account', 'markAccountDeleted', 'signedOut'],
  ] as const)('%s the session of another tab after %s', async (_, _cause, leave, status) => {
    const storedKeys: string[] = [];
    const { authState, dispatch, ...actions } = await signIn(storedKeys);

    actions[leave]();
    storedKeys.push(ADA_REFRESH_KEY);
    dispatch('storage');
    // Gives the page time to adopt the session.
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
