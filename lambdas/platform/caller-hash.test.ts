/**
 * Tests of the pseudonym under which a caller is logged: an HMAC of the member's ID. Its keys can be rotated, and it
 * starts with the ID of its key.
 */
import { createHmac } from 'node:crypto';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { fakeSecrets } from '../../test/support/fake-clients.ts';

const ARN_SETTING = 'CALLER_HASH_KEYS_ARN';
const KEYS = { current: 'v2', v1: 'old key', v2: 'new key' };
const computeDigest = (key: string, userId: string) =>
  createHmac('sha256', key).update(userId).digest('hex').slice(0, 16);

let callerHash: typeof import('./caller-hash.ts');
beforeEach(async () => {
  // Each test starts without cached keys.
  vi.resetModules();
  callerHash = await import('./caller-hash.ts');
  fakeSecrets({ [ARN_SETTING]: JSON.stringify(KEYS) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const countFetches = () => vi.mocked(SecretsManagerClient.prototype.send).mock.calls.length;

describe('hashCaller', () => {
  it("returns the current key's ID and 16 digits of the HMAC", async () => {
    expect(await callerHash.hashCaller('ada')).toBe(`v2:${computeDigest('new key', 'ada')}`);
    expect(await callerHash.hashCaller('ben')).not.toBe(await callerHash.hashCaller('ada'));
  });

  it("never returns a part of the member's ID", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), async (id) => {
        const hash = await callerHash.hashCaller(id);

        expect(hash).toMatch(/^v2:[0-9a-f]{16}$/);
        for (const part of id.split('-').filter(({ length }) => length > 4)) expect(hash).not.toContain(part);
      }),
    );
  });

  it('fetches the keys once per instance', async () => {
    await Promise.all([callerHash.hashCaller('ada'), callerHash.hashCaller('ben')]);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * DAY_MS });
    await callerHash.hashCaller('ada');

    expect(countFetches()).toBe(1);
  });

  it('returns undefined on a stage without keys', async () => {
    vi.stubEnv(ARN_SETTING, undefined);

    expect(await callerHash.hashCaller('ada')).toBeUndefined();
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
    // Another ARN, because values are cached by ARN.
    fakeSecrets({ broken: text });
    vi.stubEnv(ARN_SETTING, 'broken');
    expect(await callerHash.hashCaller('ada')).toBe('unavailable');

    fakeSecrets({ [ARN_SETTING]: JSON.stringify(KEYS) });
    expect(await callerHash.hashCaller('ada')).toBe('unavailable');

    vi.setSystemTime(Date.now() + MINUTE_MS);
    expect(await callerHash.hashCaller('ada')).toBe(`v2:${computeDigest('new key', 'ada')}`);
  });
});

describe('listCallerHashes', () => {
  it('returns one hash per key', async () => {
    expect(await callerHash.listCallerHashes('ada')).toEqual([
      `v1:${computeDigest('old key', 'ada')}`,
      `v2:${computeDigest('new key', 'ada')}`,
    ]);
  });

  it("does not quote a malformed secret in the error's message", async () => {
    fakeSecrets({ [ARN_SETTING]: '{"v1":"precious"' });

    await expect(callerHash.listCallerHashes('ada')).rejects.toThrow(
      /^The secret of the caller hash has no current key\.$/,
    );
  });
});
