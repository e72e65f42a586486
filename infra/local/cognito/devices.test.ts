/** Tests of remembered devices. Names in PascalCase or capitals are fields of Cognito's API. */
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import type { UserPool } from './cognito.ts';
import {
  advanceMs,
  call,
  decodeClaims,
  fixture,
  openPool,
  POOL_ID,
  signIn,
  signInOnDevice,
  signUp,
} from './fixture.ts';

const ANN = 'ann@sea.example';
const ACCOUNT = { UserPoolId: POOL_ID, Username: ANN };
const UNKNOWN_DEVICE = { code: 'ResourceNotFoundException', message: 'Device does not exist.' };

/** The values that a client derives from a new device's secret. The local pool doesn't read them. */
const VERIFIER = { PasswordVerifier: 'dmVyaWZpZXI=', Salt: 'c2FsdA==' };

let pool: UserPool;
beforeEach(async () => {
  pool = await openPool();
  await signUp(pool);
});

/** Signs in with the key of a device that the pool may know. */
const signInWithDevice = (DEVICE_KEY: string) =>
  call(pool, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: ANN, PASSWORD: 'secret', DEVICE_KEY },
  });

const refresh = (RefreshToken: string, DeviceKey?: string) =>
  call(pool, 'GetTokensFromRefreshToken', { RefreshToken, DeviceKey });

const deviceKeysOf = ({ Devices }: Record<string, unknown>) =>
  (Devices as { DeviceKey: string }[]).map(({ DeviceKey }) => DeviceKey);

const listDeviceKeys = async (operation = 'AdminListDevices', input: object = ACCOUNT) =>
  deviceKeysOf(await call(pool, operation, input));

describe('new device', () => {
  it('returns a key for a new device with the tokens', async () => {
    const { AccessToken, NewDeviceMetadata } = (await signIn(pool)).AuthenticationResult;
    const { DeviceKey } = NewDeviceMetadata;

    expect(DeviceKey).toMatch(/^us-east-1_[0-9a-f-]{36}$/);
    expect(decodeClaims(AccessToken).device_key).toBe(DeviceKey);
  });

  it('lists a device once it is confirmed', async () => {
    const { AccessToken, NewDeviceMetadata } = (await signIn(pool)).AuthenticationResult;
    const { DeviceKey } = NewDeviceMetadata;
    expect(await listDeviceKeys()).toEqual([]);

    const input = { AccessToken, DeviceKey, DeviceName: 'Firefox', DeviceSecretVerifierConfig: VERIFIER };
    expect(await call(pool, 'ConfirmDevice', input)).toEqual({ UserConfirmationNecessary: true });

    const { Devices } = await call(pool, 'AdminListDevices', ACCOUNT);
    const nowSeconds = fixture.now.getTime() / 1000;

    expect(Devices).toEqual([
      {
        DeviceKey,
        DeviceAttributes: expect.arrayContaining([
          { Name: 'device_name', Value: 'Firefox' },
          { Name: 'dev:device_remembered_status', Value: 'not_remembered' },
        ]),
        DeviceCreateDate: nowSeconds,
        DeviceLastModifiedDate: nowSeconds,
        DeviceLastAuthenticatedDate: nowSeconds,
      },
    ]);
  });

  it('confirms a device only with a verifier and with the token of the same sign-in', async () => {
    const firstSession = (await signIn(pool)).AuthenticationResult;
    const secondSession = (await signIn(pool)).AuthenticationResult;
    const { DeviceKey } = secondSession.NewDeviceMetadata;
    const confirm = (AccessToken: string, DeviceSecretVerifierConfig?: object) =>
      call(pool, 'ConfirmDevice', { AccessToken, DeviceKey, DeviceSecretVerifierConfig });

    await expect(confirm(firstSession.AccessToken, VERIFIER)).rejects.toMatchObject(UNKNOWN_DEVICE);
    await expect(confirm(secondSession.AccessToken)).rejects.toMatchObject({ code: 'InvalidParameterException' });
    expect(await listDeviceKeys()).toEqual([]);
  });
});

describe('known device', () => {
  it('keeps the key of a known device at the next sign-in, and updates its last authentication date', async () => {
    const { DeviceKey } = await signInOnDevice(pool);
    const firstSignIn = fixture.now.getTime() / 1000;
    advanceMs(MINUTE_MS);

    const { AuthenticationResult } = await signInWithDevice(DeviceKey);

    expect(AuthenticationResult).not.toHaveProperty('NewDeviceMetadata');
    expect(decodeClaims(AuthenticationResult.AccessToken).device_key).toBe(DeviceKey);

    const { AccessToken } = AuthenticationResult;
    const { Device } = await call(pool, 'GetDevice', { AccessToken, DeviceKey });
    expect(Device).toMatchObject({ DeviceCreateDate: firstSignIn, DeviceLastAuthenticatedDate: firstSignIn + 60 });

    await expect(refresh(AuthenticationResult.RefreshToken, DeviceKey)).resolves.toHaveProperty('AuthenticationResult');
  });

  it("hides a member's devices from other members", async () => {
    const { DeviceKey } = await signInOnDevice(pool);
    await signUp(pool, 'bob@sea.example');
    const { AccessToken } = (await signIn(pool, 'bob@sea.example')).AuthenticationResult;

    for (const operation of ['GetDevice', 'ForgetDevice']) {
      await expect(call(pool, operation, { AccessToken, DeviceKey })).rejects.toMatchObject(UNKNOWN_DEVICE);
    }
    expect(await listDeviceKeys('ListDevices', { AccessToken })).toEqual([]);
    expect(await listDeviceKeys()).toEqual([DeviceKey]);
  });

  it('lists known devices in pages', async () => {
    const firstSession = await signInOnDevice(pool);
    const secondSession = await signInOnDevice(pool);
    const lastSession = await signInOnDevice(pool);

    const firstPage = await call(pool, 'ListDevices', { AccessToken: lastSession.AccessToken, Limit: 2 });
    const { PaginationToken } = firstPage;
    const secondPage = await call(pool, 'AdminListDevices', { ...ACCOUNT, PaginationToken });

    expect(deviceKeysOf(firstPage)).toEqual([firstSession.DeviceKey, secondSession.DeviceKey]);
    expect(deviceKeysOf(secondPage)).toEqual([lastSession.DeviceKey]);
  });

  it('accepts only the status not_remembered for a device', async () => {
    const { AccessToken, DeviceKey } = await signInOnDevice(pool);
    const update = (DeviceRememberedStatus: string) =>
      call(pool, 'UpdateDeviceStatus', { AccessToken, DeviceKey, DeviceRememberedStatus });

    expect(await update('not_remembered')).toEqual({});
    await expect(update('remembered')).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });
});

describe('refresh token', () => {
  const INVALID_TOKEN = { code: 'NotAuthorizedException', message: 'Invalid Refresh Token' };

  it('accepts a refresh token only with its own device', async () => {
    const { RefreshToken, DeviceKey } = await signInOnDevice(pool);
    const otherSession = await signInOnDevice(pool);

    for (const key of [undefined, otherSession.DeviceKey, 'unknown']) {
      await expect(refresh(RefreshToken, key)).rejects.toMatchObject(INVALID_TOKEN);
    }

    await expect(refresh(RefreshToken, DeviceKey)).resolves.toHaveProperty('AuthenticationResult');
  });

  it('accepts a refresh token only if its device is confirmed', async () => {
    const { RefreshToken, NewDeviceMetadata } = (await signIn(pool)).AuthenticationResult;
    await expect(refresh(RefreshToken, NewDeviceMetadata.DeviceKey)).rejects.toMatchObject(INVALID_TOKEN);
  });

  it.each(['ForgetDevice', 'AdminForgetDevice'])('rejects a refresh token after %s', async (operation) => {
    const { AccessToken, RefreshToken, DeviceKey } = await signInOnDevice(pool);
    const otherSession = await signInOnDevice(pool);
    await call(pool, operation, { ...ACCOUNT, AccessToken, DeviceKey });

    await expect(refresh(RefreshToken, DeviceKey)).rejects.toMatchObject(INVALID_TOKEN);
    await expect(signInWithDevice(DeviceKey)).rejects.toMatchObject(UNKNOWN_DEVICE);

    const otherRefresh = refresh(otherSession.RefreshToken, otherSession.DeviceKey);
    await expect(otherRefresh).resolves.toHaveProperty('AuthenticationResult');
    expect(await listDeviceKeys()).toEqual([otherSession.DeviceKey]);
  });

  it('accepts a refresh token after a restart', async () => {
    const { RefreshToken, DeviceKey } = await signInOnDevice(pool);
    // Opens the same directory again.
    pool = await openPool();

    await expect(refresh(RefreshToken, DeviceKey)).resolves.toHaveProperty('AuthenticationResult');
  });
});
