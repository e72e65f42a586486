/** Tests of renewals with Amplify itself, against a fake user pool. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const CLIENT = 'client1';
const PREFIX = `CognitoIdentityServiceProvider.${CLIENT}`;
vi.mock('../runtime-config.ts', () => ({
  runtimeConfig: async () => ({ userPoolId: 'us-east-1_Test', userPoolClientId: CLIENT }),
}));

// These tests run in Node.js, because happy-dom has no locks. So they replace the page's events and storage.
const events = new EventTarget();
for (const name of ['addEventListener', 'removeEventListener'] as const) {
  vi.stubGlobal(name, events[name].bind(events));
}
const storedEntries = new Map<string, string>();
const storage = {
  get length() {
    return storedEntries.size;
  },
  key: (index: number) => [...storedEntries.keys()][index] ?? null,
  getItem: (key: string) => storedEntries.get(key) ?? null,
  setItem: (key: string, value: string) => void storedEntries.set(key, value),
  removeItem: (key: string) => void storedEntries.delete(key),
};
vi.stubGlobal('localStorage', storage);
vi.stubGlobal('window', { localStorage: storage });

const userPool = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', userPool);

const { accessToken } = await import('./session.ts');
const { hasStoredSession } = await import('./stored-session.ts');

const HOUR_SECONDS = 3600;

/** Builds a token of a member, which expires this many seconds from now. */
function buildToken(secondsLeft: number): string {
  const exp = Math.floor(Date.now() / 1000) + secondsLeft;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'RS256' })}.${encode({ sub: 'ada', exp, iat: exp - HOUR_SECONDS })}.signature`;
}

/** Builds a response of the user pool. */
const respond = (status: number, body: object) => async () => new Response(JSON.stringify(body), { status });

/** Returns the names of the operations that the page has called. */
const listOperations = () =>
  userPool.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-amz-target')?.split('.')[1]);

beforeEach(() => {
  userPool.mockReset();
  storedEntries.clear();
  storedEntries.set(`${PREFIX}.LastAuthUser`, 'ada');
  storedEntries.set(`${PREFIX}.ada.accessToken`, buildToken(-1));
  storedEntries.set(`${PREFIX}.ada.idToken`, buildToken(-1));
  storedEntries.set(`${PREFIX}.ada.refreshToken`, 'refresh');
});

describe('a renewal', () => {
  // The user pool's firewall counts InitiateAuth as a sign-in (infra/constructs/pool-firewall.ts).
  it("calls GetTokensFromRefreshToken, which the user pool's firewall doesn't count as a sign-in", async () => {
    const AccessToken = buildToken(HOUR_SECONDS);
    userPool.mockImplementation(respond(200, { AuthenticationResult: { AccessToken } }));

    expect(await accessToken({ memberId: 'ada' })).toBe(AccessToken);
    expect(await accessToken({ memberId: 'ada' })).toBe(AccessToken);
    expect(listOperations()).toEqual(['GetTokensFromRefreshToken']);
  });

  it('keeps the session if the firewall blocks it, and succeeds later', async () => {
    const AccessToken = buildToken(HOUR_SECONDS);
    const message = 'Request not allowed due to WAF block.';
    userPool.mockImplementationOnce(respond(403, { __type: 'ForbiddenException', message }));
    await expect(accessToken({ memberId: 'ada' })).rejects.toMatchObject({ name: 'ForbiddenException' });
    expect(hasStoredSession()).toBe(true);

    userPool.mockImplementationOnce(respond(200, { AuthenticationResult: { AccessToken } }));
    expect(await accessToken({ memberId: 'ada' })).toBe(AccessToken);
  });
});
