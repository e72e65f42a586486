/**
 * Tests what happens if switching the second factor on or off is repeated, or fails halfway: no recovery codes stay while
 * the second factor is off.
 */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { fakeCognito, fakeMail } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, removeHooks } from '../../test/support/table-calls.ts';
import { type Caller, readCaller } from '../platform/identity.ts';
import { table } from '../table/client.ts';
import { editCredentials, getCredentials } from '../table/credentials.ts';
import { createProfile } from '../table/profile.ts';
import { disableTotp } from './disable-totp.ts';
import { enableTotp } from './enable-totp.ts';
import { digestRecoveryCode } from './recovery-codes.ts';

const PASSWORD = 'coral-reef-7';
const CODE = '123456';
const INPUT = { password: PASSWORD, code: CODE };
const INVALID_CODE = { code: 'InvalidCode' };

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterEach(() => {
  vi.useRealTimers();
  removeHooks();
});
afterAll(() => stopTable());

/** Builds an error as Cognito's client throws it. */
const buildError = (name: string) => Object.assign(new Error('From Cognito'), { name });

/** Returns the caller that a member's access token names. */
function createCaller(userId: string, token = 'the-token'): Caller {
  const claims = { sub: userId, username: userId, token_use: 'access', iat: '5' };
  return readCaller({
    headers: { authorization: `Bearer ${token}` },
    requestContext: { authorizer: { jwt: { claims } } },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer);
}

/** The state of a user pool with one member. */
interface FakePool {
  isCodeUsed: boolean;
  isTotpOn: boolean;
  isSwitchFailing: boolean;
  /** Concurrent requests, which run once when the second factor is switched off. */
  beforeSwitchOff?: (() => Promise<unknown>) | undefined;
  afterSwitchOff?: (() => Promise<unknown>) | undefined;
}

/** Runs a pool's concurrent request, and removes it. */
async function runOnce(pool: FakePool, moment: 'beforeSwitchOff' | 'afterSwitchOff'): Promise<void> {
  const run = pool[moment];
  pool[moment] = undefined;
  await run?.();
}

/**
 * Creates a member with a profile, and a user pool that accepts {@link CODE} once.
 *
 * @returns the member, the mails that are sent, and the state of the pool, which tests change
 */
async function createMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: `${userId}@fathom.example`, username: 'Ada' });

  const mails = fakeMail();
  const pool: FakePool = { isCodeUsed: false, isTotpOn: false, isSwitchFailing: false };
  fakeCognito({
    AdminInitiateAuth: ({ AuthParameters }) => {
      const { PASSWORD: password } = AuthParameters as { PASSWORD: string };
      if (password !== PASSWORD) throw buildError('NotAuthorizedException');
    },
    VerifySoftwareToken: ({ UserCode }) => {
      if (UserCode !== CODE || pool.isCodeUsed) throw buildError('EnableSoftwareTokenMFAException');
      pool.isCodeUsed = true;
      return { Status: 'SUCCESS' };
    },
    AdminSetUserMFAPreference: async ({ SoftwareTokenMfaSettings }) => {
      if (pool.isSwitchFailing) throw buildError('InternalErrorException');
      const { Enabled: isOn } = SoftwareTokenMfaSettings as { Enabled: boolean };

      if (!isOn) await runOnce(pool, 'beforeSwitchOff');
      pool.isTotpOn = isOn;
      if (!isOn) await runOnce(pool, 'afterSwitchOff');
    },
  });

  return { userId, caller: createCaller(userId), pool, mails };
}

const readDigests = async (userId: string) => (await getCredentials(userId)).recoveryCodes;

describe('enableTotp', () => {
  it('stores digests of the recovery codes after it has switched the second factor on', async () => {
    const { userId, caller } = await createMember();
    let digestsBefore: readonly string[] = ['not read'];
    fakeCognito({
      AdminInitiateAuth: () => ({}),
      VerifySoftwareToken: () => ({ Status: 'SUCCESS' }),
      AdminSetUserMFAPreference: async () => {
        digestsBefore = await readDigests(userId);
        return {};
      },
    });

    const { recoveryCodes } = await enableTotp(caller, INPUT);

    const storedDigests = await readDigests(userId);
    expect(digestsBefore).toEqual([]);
    expect(storedDigests).toEqual(recoveryCodes.map(digestRecoveryCode));
    for (const code of recoveryCodes) expect(JSON.stringify(storedDigests)).not.toContain(code.replaceAll('-', ''));
  });

  it('deletes the code of an earlier recovery that failed halfway', async () => {
    const { userId, caller } = await createMember();
    await editCredentials(userId, { pendingRecovery: digestRecoveryCode('aaaa-bbbb-cccc-dddd') });

    await enableTotp(caller, INPUT);

    expect(await getCredentials(userId)).not.toHaveProperty('pendingRecovery');
  });

  it('returns valid recovery codes to a repeated request whose response was lost', async () => {
    const { userId, caller } = await createMember();
    await enableTotp(caller, INPUT);

    const { recoveryCodes } = await enableTotp(createCaller(userId), INPUT);

    expect(await readDigests(userId)).toEqual(recoveryCodes.map(digestRecoveryCode));
  });

  it('completes with the same code after switching on has failed', async () => {
    const { userId, caller, pool } = await createMember();
    pool.isSwitchFailing = true;
    await expect(enableTotp(caller, INPUT)).rejects.toThrow('From Cognito');
    pool.isSwitchFailing = false;

    const { recoveryCodes } = await enableTotp(caller, INPUT);

    expect(pool.isTotpOn).toBe(true);
    expect(await readDigests(userId)).toEqual(recoveryCodes.map(digestRecoveryCode));
  });

  it('stores no recovery codes while the second factor is off', async () => {
    const { userId, caller, pool } = await createMember();
    pool.isSwitchFailing = true;

    // The first request fails after Cognito has accepted the code, and the second one repeats the code.
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(enableTotp(caller, INPUT)).rejects.toThrow('From Cognito');

      expect(pool.isTotpOn).toBe(false);
      expect(await readDigests(userId)).toEqual([]);
    }
  });

  it('returns no recovery codes if the second factor is switched off concurrently', async () => {
    const { userId, caller, pool } = await createMember();
    const disable = () => disableTotp(caller, { password: PASSWORD });
    // The first update stores the digest of the code. The second one stores the recovery codes.
    const wasCalled = beforeNext(table, 'UpdateItemCommand', disable, { skip: 1 });

    await expect(enableTotp(caller, INPUT)).rejects.toMatchObject(INVALID_CODE);

    expect(wasCalled()).toBe(true);
    expect(pool.isTotpOn).toBe(false);
    expect(await readDigests(userId)).toEqual([]);
  });

  it('leaves the second factor on if a concurrent set-up replaces the code', async () => {
    const { userId, caller, pool } = await createMember();
    let recoveryCodes: readonly string[] = [];
    const setUpAgain = async () => {
      pool.isCodeUsed = false;
      ({ recoveryCodes } = await enableTotp(createCaller(userId, 'token-of-another-device'), INPUT));
    };
    // The first update stores the digest of the code. The second one stores the recovery codes.
    const wasCalled = beforeNext(table, 'UpdateItemCommand', setUpAgain, { skip: 1 });

    await expect(enableTotp(caller, INPUT)).rejects.toMatchObject(INVALID_CODE);

    expect(wasCalled()).toBe(true);
    expect(pool.isTotpOn).toBe(true);
    expect(recoveryCodes).not.toEqual([]);
    expect(await readDigests(userId)).toEqual(recoveryCodes.map(digestRecoveryCode));
  });

  it.each([
    ['another code', (userId: string) => enableTotp(createCaller(userId), { ...INPUT, code: '654321' }), INVALID_CODE],
    ["another session's token", (userId: string) => enableTotp(createCaller(userId, 'stolen'), INPUT), INVALID_CODE],
    [
      'a wrong password',
      (userId: string) => enableTotp(createCaller(userId), { ...INPUT, password: 'mangrove-8' }),
      { code: 'WrongPassword' },
    ],
  ])('keeps the recovery codes when a request is repeated with %s', async (_, repeat, error) => {
    const { userId, caller } = await createMember();
    const { recoveryCodes } = await enableTotp(caller, INPUT);

    await expect(repeat(userId)).rejects.toMatchObject(error);

    expect(await readDigests(userId)).toEqual(recoveryCodes.map(digestRecoveryCode));
  });

  it('rejects a wrong code each time', async () => {
    const { userId, caller, pool } = await createMember();

    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(enableTotp(caller, { ...INPUT, code: '654321' })).rejects.toMatchObject(INVALID_CODE);
    }

    expect(pool.isTotpOn).toBe(false);
    expect(await readDigests(userId)).toEqual([]);
  });

  it('rejects a repeated request after ten minutes', async () => {
    const startMs = Math.floor(Date.now() / 1000) * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: startMs });
    const { caller } = await createMember();
    await enableTotp(caller, INPUT);

    vi.setSystemTime(startMs + 10 * MINUTE_MS - 1);
    await enableTotp(caller, INPUT);

    vi.setSystemTime(startMs + 10 * MINUTE_MS);
    await expect(enableTotp(caller, INPUT)).rejects.toMatchObject(INVALID_CODE);
  });

  it('rejects a repeated request after the second factor was switched off', async () => {
    const { userId, caller, pool } = await createMember();
    await enableTotp(caller, INPUT);
    await disableTotp(caller, { password: PASSWORD });

    await expect(enableTotp(caller, INPUT)).rejects.toMatchObject(INVALID_CODE);

    expect(pool.isTotpOn).toBe(false);
    expect(await getCredentials(userId)).not.toHaveProperty('acceptedCode');
  });

  it('stores neither the code of the app nor the access token', async () => {
    const { userId, caller } = await createMember();
    await enableTotp(caller, INPUT);

    const text = JSON.stringify(await getCredentials(userId));
    expect(text).not.toContain(`"${CODE}"`);
    expect(text).not.toContain('the-token');
  });
});

describe('disableTotp', () => {
  it.each([
    ['Cognito', (pool: { isSwitchFailing: boolean }) => Object.assign(pool, { isSwitchFailing: true })],
    ['the table', () => beforeNext(table, 'UpdateItemCommand', () => Promise.reject(new Error('From the table')))],
  ])('leaves no recovery codes with the second factor off when %s fails, and can be repeated', async (_, fail) => {
    const { userId, caller, pool } = await createMember();
    await enableTotp(caller, INPUT);
    fail(pool);

    await expect(disableTotp(caller, { password: PASSWORD })).rejects.toThrow('From');

    expect(pool.isTotpOn || (await readDigests(userId)).length === 0).toBe(true);

    pool.isSwitchFailing = false;
    await disableTotp(caller, { password: PASSWORD });
    expect(pool.isTotpOn).toBe(false);
    expect(await readDigests(userId)).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'leaves no recovery codes if a concurrent request stores new ones %s it switches the second factor off',
    async (moment) => {
      const { userId, caller, pool } = await createMember();
      const enable = () => enableTotp(caller, INPUT);
      pool[moment === 'before' ? 'beforeSwitchOff' : 'afterSwitchOff'] = enable;

      await disableTotp(caller, { password: PASSWORD });

      expect(pool.isCodeUsed).toBe(true);
      expect(pool.isTotpOn).toBe(false);
      expect(await readDigests(userId)).toEqual([]);
      await expect(enable()).rejects.toMatchObject(INVALID_CODE);
    },
  );

  it('mails one notice an hour, however often it is called', async () => {
    const startMs = Math.floor(Date.now() / 1000) * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: startMs });
    const { caller, mails } = await createMember();

    for (let call = 0; call < 3; call++) await disableTotp(caller, { password: PASSWORD });
    expect(mails).toHaveLength(1);

    vi.setSystemTime(startMs + HOUR_MS);
    await disableTotp(caller, { password: PASSWORD });
    expect(mails).toHaveLength(2);
  });
});
