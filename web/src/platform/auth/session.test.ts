import { beforeEach, describe, expect, it, vi } from 'vitest';

const fetchAuthSession = vi.fn();
vi.mock('aws-amplify/auth', () => ({
  fetchAuthSession: (options: object) => fetchAuthSession(options),
  signOut: vi.fn(),
}));
vi.mock('./configure-amplify.ts', () => ({ configureAmplify: async () => {} }));

const { accessToken, changeSession, SessionEndedError } = await import('./session.ts');

const sessionWith = (token?: string) => ({ tokens: token && { accessToken: token } });

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
