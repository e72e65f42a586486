/** Tests of the stored session: changes, renewals, and its end. No request may use another member's token. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const fetchAuthSession = vi.fn();
vi.mock('aws-amplify/auth', () => ({
  fetchAuthSession: (options: object) => fetchAuthSession(options),
  signOut: vi.fn(),
}));
vi.mock('./configure-amplify.ts', () => ({ configureAmplify: async () => {} }));

const revoke = vi.fn(async (_session: { refreshToken: string }) => {});
vi.mock('./revoke-session.ts', () => ({ revokeSession: (session: { refreshToken: string }) => revoke(session) }));

const { accessToken, changeSession, endSession, SessionEndedError } = await import('./session.ts');
const { hasStoredSession } = await import('./stored-session.ts');

// These tests run in Node.js, because happy-dom has no locks. So they replace the page's events and storage.
const events = new EventTarget();
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
  vi.stubGlobal(name, events[name].bind(events));
}

const storedEntries = new Map<string, string>();
vi.stubGlobal('localStorage', {
  get length() {
    return storedEntries.size;
  },
  key: (index: number) => [...storedEntries.keys()][index] ?? null,
  getItem: (key: string) => storedEntries.get(key) ?? null,
  removeItem: (key: string) => storedEntries.delete(key),
});

const PREFIX = 'CognitoIdentityServiceProvider.client1.ada';

/** Stores a session, as Amplify does. */
function storeSession(): void {
  for (const name of ['accessToken', 'idToken', 'refreshToken']) storedEntries.set(`${PREFIX}.${name}`, name);
}

/** Builds Amplify's session with this token, or without one. */
const buildSession = (token?: string) => ({ tokens: token && { accessToken: token } });
/** Builds Amplify's session of a member. Its token reads "of" and the member's ID. */
const buildMemberSession = (memberId: string) => ({
  tokens: { accessToken: { payload: { sub: memberId }, toString: () => `of ${memberId}` } },
});

describe('changeSession', () => {
  beforeEach(() => {
    fetchAuthSession.mockReset().mockResolvedValue(buildSession('old'));
  });

  it('makes other requests wait for the token of the new session', async () => {
    const actionStart = Promise.withResolvers<void>();
    const actionEnd = Promise.withResolvers<void>();
    const change = changeSession(undefined, async (token) => {
      actionStart.resolve();
      await actionEnd.promise;
      fetchAuthSession.mockResolvedValue(buildSession('new'));
      return token;
    });

    await actionStart.promise;
    fetchAuthSession.mockResolvedValue(buildSession());
    const tokens = Promise.all([accessToken(), accessToken({ forceRefresh: true })]);
    actionEnd.resolve();

    expect(await change).toBe('old');
    expect(await tokens).toEqual(['new', 'new']);
  });

  it('lets requests continue after the change has failed', async () => {
    const failure = new Error('no connection');
    const change = changeSession(undefined, () => Promise.reject(failure));
    await expect(change).rejects.toBe(failure);

    expect(await accessToken()).toBe('old');
  });

  it.each([
    ['the session has ended', buildSession()],
    ['the session is that of another member', buildMemberSession('bob')],
  ])('throws without calling the action when %s', async (_, session) => {
    fetchAuthSession.mockResolvedValue(session);
    const action = vi.fn();
    await expect(changeSession('ada', action)).rejects.toThrow(SessionEndedError);
    expect(action).not.toHaveBeenCalled();
  });

  it("passes the token of the given member's session to the action", async () => {
    fetchAuthSession.mockResolvedValue(buildMemberSession('ada'));
    expect(await changeSession('ada', async (token) => token)).toBe('of ada');
  });
});

describe('accessToken', () => {
  beforeEach(() => {
    storedEntries.clear();
    revoke.mockClear();
    fetchAuthSession.mockReset().mockResolvedValue(buildMemberSession('ada'));
  });

  it('returns no token of another member', async () => {
    expect(await accessToken({ memberId: 'ada' })).toBe('of ada');
    expect(await accessToken({ memberId: 'bob' })).toBeUndefined();
    expect(await accessToken({ memberId: 'bob', forceRefresh: true })).toBeUndefined();
    expect(await accessToken()).toBe('of ada');
  });

  it.each([
    ['here', (logOutHere: () => void) => logOutHere()],
    ['in another tab', () => dispatchEvent(new Event('storage'))],
  ])('removes a session whose renewal ends after the member has logged out %s', async (_, logOut) => {
    const renewalStart = Promise.withResolvers<void>();
    const renewalEnd = Promise.withResolvers<void>();
    fetchAuthSession.mockImplementation(async () => {
      renewalStart.resolve();
      await renewalEnd.promise;
      storeSession();
      return buildMemberSession('ada');
    });

    let hasLoggedOut = false;
    const logOutHere = () => {
      hasLoggedOut = true;
    };
    const renewal = accessToken({ forceRefresh: true, hasLoggedOut: () => hasLoggedOut });
    await renewalStart.promise;

    logOut(logOutHere);
    renewalEnd.resolve();

    expect(await renewal).toBeUndefined();
    expect(hasStoredSession()).toBe(false);
    expect(revoke.mock.calls).toMatchObject([[{ refreshToken: 'refreshToken' }]]);
  });
});

describe('concurrent renewals', () => {
  it('shares a renewal only between requests of the same member', async () => {
    const renewalEnd = Promise.withResolvers<void>();
    fetchAuthSession.mockReset().mockImplementation(async () => {
      await renewalEnd.promise;
      return buildMemberSession('bob');
    });

    const renewals = ['ada', 'bob', 'bob'].map((memberId) => accessToken({ memberId, forceRefresh: true }));
    renewalEnd.resolve();

    expect(await Promise.all(renewals)).toEqual([undefined, 'of bob', 'of bob']);
    expect(fetchAuthSession).toHaveBeenCalledTimes(2);
  });
});

describe('endSession', () => {
  it('removes the session immediately, and keeps the device key of Cognito', async () => {
    revoke.mockClear().mockReturnValueOnce(new Promise(() => {}));
    storedEntries.clear();
    storeSession();
    storedEntries.set(`${PREFIX}.deviceKey`, 'device');

    await endSession();

    expect([...storedEntries.keys()]).toEqual([`${PREFIX}.deviceKey`]);
    expect(revoke).toHaveBeenCalledOnce();
  });
});
