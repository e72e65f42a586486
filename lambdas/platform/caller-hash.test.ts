import { createHmac } from 'node:crypto';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeSecrets } from '../../test/support/fake-clients.ts';

const NAME = 'CALLER_HASH_KEYS_ARN';
const KEYS = { current: 'v2', v1: 'old key', v2: 'new key' };
const computeDigest = (key: string, userId: string) =>
  createHmac('sha256', key).update(userId).digest('hex').slice(0, 16);

let callers: typeof import('./caller-hash.ts');
beforeEach(async () => {
  // Each test starts without cached keys.
  vi.resetModules();
  callers = await import('./caller-hash.ts');
  fakeSecrets({ [NAME]: JSON.stringify(KEYS) });
});
afterEach(() => {
  vi.useRealTimers();
  delete process.env[NAME];
});

const countFetches = () => vi.mocked(SecretsManagerClient.prototype.send).mock.calls.length;

describe('hashCaller', () => {
  it("returns the current key's ID and 16 digits of the HMAC", async () => {
    expect(await callers.hashCaller('ada')).toBe(`v2:${computeDigest('new key', 'ada')}`);
    expect(await callers.hashCaller('ben')).not.toBe(await callers.hashCaller('ada'));
  });

  it("never returns a part of the member's ID", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), async (id) => {
        const hash = await callers.hashCaller(id);

        expect(hash).toMatch(/^v2:[0-9a-f]{16}$/);
        for (const part of id.split('-').filter(({ length }) => length > 4)) expect(hash).not.toContain(part);
      }),
    );
  });

  it('fetches the keys once per instance', async () => {
    await Promise.all([callers.hashCaller('ada'), callers.hashCaller('ben')]);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 86_400_000 });
    await callers.hashCaller('ada');

    expect(countFetches()).toBe(1);
  });

  it('returns undefined on a stage without keys', async () => {
    delete process.env[NAME];

    expect(await callers.hashCaller('ada')).toBeUndefined();
    expect(countFetches()).toBe(0);
  });

  it.each([
    '',
    'nonsense',
    '{}',
    '{"current":"v2","v1":"x"}',
    '{"current":"v1","v1":""}',
    '{"current":1}',
    '[]',
    'null',
  ])('returns "unavailable" for the secret %j, and reads the secret again after a minute', async (text) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const validArn = process.env[NAME]!;
    fakeSecrets({ broken: text });
    process.env[NAME] = 'broken';
    expect(await callers.hashCaller('ada')).toBe('unavailable');

    process.env[NAME] = validArn;
    fakeSecrets({ [NAME]: JSON.stringify(KEYS) });
    expect(await callers.hashCaller('ada')).toBe('unavailable');

    vi.setSystemTime(Date.now() + 60_000);
    expect(await callers.hashCaller('ada')).toBe(`v2:${computeDigest('new key', 'ada')}`);
  });
});

describe('listCallerHashes', () => {
  it('returns one hash per key', async () => {
    expect(await callers.listCallerHashes('ada')).toEqual([
      `v1:${computeDigest('old key', 'ada')}`,
      `v2:${computeDigest('new key', 'ada')}`,
    ]);
  });

  it("does not quote a malformed secret in the error's message", async () => {
    fakeSecrets({ [NAME]: '{"v1":"precious"' });

    await expect(callers.listCallerHashes('ada')).rejects.toThrow(
      /^The secret of the caller hash has no current key\.$/,
    );
  });
});
