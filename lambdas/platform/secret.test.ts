/** Tests of the cache of secrets. */
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { fakeClient } from '../../test/support/fake-client.ts';
import { loadSecret } from './secret.ts';

const NAME = 'SECRET_TEST_ARN';
const START = Date.UTC(2026, 5, 1, 12);

/** Number of tests so far. Each has its own secret, because the process caches secrets. */
let testCount = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  vi.stubEnv(NAME, `secret-${testCount++}`);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Replaces Secrets Manager. Each fetch takes the next response; the last one repeats. Returns the number of fetches. */
function fakeFetches(...responses: readonly (() => unknown)[]): () => number {
  let fetches = 0;
  fakeClient(SecretsManagerClient, () => responses[Math.min(fetches++, responses.length - 1)]!());
  return () => fetches;
}

const respond = (value: string) => () => ({ SecretString: value });

describe('loadSecret', () => {
  it('fetches a secret once within five minutes', async () => {
    const countFetches = fakeFetches(respond('first'), respond('second'));

    expect(await Promise.all([loadSecret(NAME), loadSecret(NAME)])).toEqual(['first', 'first']);
    vi.setSystemTime(START + 5 * MINUTE_MS - 1);
    expect(await loadSecret(NAME)).toBe('first');
    expect(countFetches()).toBe(1);

    vi.setSystemTime(START + 5 * MINUTE_MS);
    expect(await loadSecret(NAME)).toBe('second');
  });

  it('fetches a secret again after a failed fetch', async () => {
    const fail = () => {
      throw new Error('The service failed.');
    };
    fakeFetches(fail, respond('value'));

    await expect(loadSecret(NAME)).rejects.toThrow('The service failed.');

    expect(await loadSecret(NAME)).toBe('value');
  });

  it('fetches a secret again if Lambda froze the function during a fetch that never ends', async () => {
    fakeFetches(() => new Promise(() => {}), respond('value'));
    void loadSecret(NAME);

    vi.setSystemTime(START + MINUTE_MS);

    expect(await loadSecret(NAME)).toBe('value');
  });

  it('keeps a newer value if an earlier fetch fails late', async () => {
    const earlierFetch = Promise.withResolvers();
    const countFetches = fakeFetches(() => earlierFetch.promise, respond('value'));
    const earlierValue = loadSecret(NAME);
    vi.setSystemTime(START + MINUTE_MS);
    await loadSecret(NAME);

    earlierFetch.reject(new Error('The connection is silent.'));

    await expect(earlierValue).rejects.toThrow('The connection is silent.');
    expect(await loadSecret(NAME)).toBe('value');
    expect(countFetches()).toBe(2);
  });
});
