import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadSecret } from '../../lambdas/platform/secret.ts';
import { fakeSecrets } from './fake-clients.ts';

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
