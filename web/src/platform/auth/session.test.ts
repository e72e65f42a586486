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

/** The page's events and storage. Not happy-dom's, which has no locks. */
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

const sessionWith = (token?: string) => ({ tokens: token && { accessToken: token } });
const sessionOf = (sub: string) => ({ tokens: { accessToken: { payload: { sub }, toString: () => `of ${sub}` } } });

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('changeSession', () => {
  beforeEach(() => {
    fetchAuthSession.mockReset().mockResolvedValue(sessionWith('old'));
  });

  it('makes other requests wait for the token of the new session', async () => {
    const changed = deferred();
    const started = deferred();
    const change = changeSession(async (token) => {
      started.resolve();
      await changed.promise;
      fetchAuthSession.mockResolvedValue(sessionWith('new'));
      return token;
    });

    await started.promise;
    fetchAuthSession.mockResolvedValue(sessionWith());
    const tokens = Promise.all([accessToken(), accessToken({ forceRefresh: true })]);
    changed.resolve();

    expect(await change).toBe('old');
    expect(await tokens).toEqual(['new', 'new']);
  });

  it('lets requests continue after the change has failed', async () => {
    const failure = new Error('no connection');
    await expect(
      changeSession(async () => {
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect(await accessToken()).toBe('old');
  });

  it('throws without calling the action when the session has ended', async () => {
    fetchAuthSession.mockResolvedValue(sessionWith());
    const action = vi.fn();
    await expect(changeSession(action)).rejects.toThrow(SessionEndedError);
    expect(action).not.toHaveBeenCalled();
  });
});

describe('accessToken', () => {
  beforeEach(() => {
    storedEntries.clear();
    revoke.mockClear();
    fetchAuthSession.mockReset().mockResolvedValue(sessionOf('ada'));
  });

  it('gives a visit no token of another member', async () => {
    expect(await accessToken({ member: 'ada' })).toBe('of ada');
    expect(await accessToken({ member: 'bob' })).toBeUndefined();
    expect(await accessToken({ member: 'bob', forceRefresh: true })).toBeUndefined();
    expect(await accessToken()).toBe('of ada');
  });

  it.each([
    ['here', (leave: () => void) => leave()],
    ['in another tab', () => dispatchEvent(new Event('storage'))],
  ])('removes a session whose renewal ends after the member has logged out %s', async (_, logOut) => {
    const [started, renewed] = [deferred(), deferred()];
    fetchAuthSession.mockImplementation(async () => {
      started.resolve();
      await renewed.promise;
      storeSession();
      return sessionOf('ada');
    });
    let hasLeft = false;
    const renewal = accessToken({ forceRefresh: true, hasLeft: () => hasLeft });

    await started.promise;
    logOut(() => {
      hasLeft = true;
    });
    renewed.resolve();

    expect(await renewal).toBeUndefined();
    expect(hasStoredSession()).toBe(false);
    expect(revoke.mock.calls).toMatchObject([[{ refreshToken: 'refreshToken' }]]);
  });
});

describe('concurrent renewals', () => {
  it('are shared by the requests of one member, and by no one else', async () => {
    const renewed = deferred();
    fetchAuthSession.mockReset().mockImplementation(async () => {
      await renewed.promise;
      return sessionOf('bob');
    });
    const renewals = ['ada', 'bob', 'bob'].map((member) => accessToken({ member, forceRefresh: true }));
    renewed.resolve();

    expect(await Promise.all(renewals)).toEqual([undefined, 'of bob', 'of bob']);
    expect(fetchAuthSession).toHaveBeenCalledTimes(2);
  });
});

describe('endSession', () => {
  it('removes the session at once, and keeps what Cognito remembers about the device', async () => {
    revoke.mockClear().mockReturnValueOnce(new Promise(() => {}));
    storedEntries.clear();
    storeSession();
    storedEntries.set(`${PREFIX}.deviceKey`, 'device');
    await endSession();

    expect([...storedEntries.keys()]).toEqual([`${PREFIX}.deviceKey`]);
    expect(revoke).toHaveBeenCalledOnce();
  });
});
