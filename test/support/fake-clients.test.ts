import { afterEach, describe, expect, it, vi } from 'vitest';
import { readOptionalSetting } from '../../lambdas/platform/config.ts';
import { loadSecret } from '../../lambdas/platform/secret.ts';
import { FakeBucket } from './fake-bucket.ts';
import { FakeSockets, fakeCognito, fakeMail, fakeMediaFunction, fakeSecrets, fakeUserPool } from './fake-clients.ts';

/** A variable that no function reads. */
const NAME = 'FAKE_CLIENTS_TEST_ARN';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('fakeSecrets', () => {
  it('serves a secret until the environment is restored', async () => {
    fakeSecrets({ [NAME]: 'precious' });
    expect(await loadSecret(NAME)).toBe('precious');

    vi.unstubAllEnvs();

    expect(() => loadSecret(NAME)).toThrow(`The function lacks ${NAME}`);
  });
});

describe('fakes', () => {
  it.each<[name: string, variable: string, fake: () => unknown]>([
    ['FakeBucket', 'BUCKET_NAME', () => new FakeBucket()],
    ['FakeSockets', 'SOCKET_URL', () => new FakeSockets()],
    ['fakeUserPool', 'USER_POOL_ID', () => fakeUserPool()],
    ['fakeCognito', 'SERVER_CLIENT_ID', () => fakeCognito({})],
    ['fakeMail', 'MAIL_SENDER', () => fakeMail()],
    ['fakeMediaFunction', 'MEDIA_FUNCTION_NAME', () => fakeMediaFunction()],
  ])('%s sets %s until the environment is restored', (_, variable, fake) => {
    vi.stubEnv(variable, undefined);

    fake();
    const setting = readOptionalSetting(variable);
    vi.unstubAllEnvs();

    expect(setting).toBeDefined();
    expect(readOptionalSetting(variable)).toBeUndefined();
  });
});
