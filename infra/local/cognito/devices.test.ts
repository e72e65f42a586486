import { beforeEach, describe, expect, it } from 'vitest';
import type { UserPool } from './cognito.ts';
import { call, decodeClaims, fixture, openPool, POOL_ID, signIn, signInOnDevice, signUp } from './fixture.ts';

const ANN = 'ann@sea.example';
const ACCOUNT = { UserPoolId: POOL_ID, Username: ANN };
const UNKNOWN_DEVICE = { code: 'ResourceNotFoundException', message: 'Device does not exist.' };
const VERIFIER = { PasswordVerifier: 'dmVyaWZpZXI=', Salt: 'c2FsdA==' };

let pool: UserPool;
beforeEach(async () => {
  pool = await openPool();
  await signUp(pool);
});

const signInWith = (DEVICE_KEY: string) =>
  call(pool, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: ANN, PASSWORD: 'secret', DEVICE_KEY },
  });
const refresh = (RefreshToken: string, DeviceKey?: string) =>
  call(pool, 'GetTokensFromRefreshToken', { RefreshToken, DeviceKey });
async function listKeys(operation = 'AdminListDevices', input: object = ACCOUNT): Promise<string[]> {
  const { Devices } = await call(pool, operation, input);
  return (Devices as { DeviceKey: string }[]).map(({ DeviceKey }) => DeviceKey);
}

describe('new device', () => {
  it('gives a new device a key with the tokens, and lists the device after its confirmation', async () => {
    const { AccessToken, NewDeviceMetadata } = (await signIn(pool)).AuthenticationResult;
    const { DeviceKey } = NewDeviceMetadata;

    expect(DeviceKey).toMatch(/^us-east-1_[0-9a-f-]{36}$/);
    expect(decodeClaims(AccessToken).device_key).toBe(DeviceKey);
    expect(await listKeys()).toEqual([]);

    const input = { AccessToken, DeviceKey, DeviceName: 'Firefox', DeviceSecretVerifierConfig: VERIFIER };
    expect(await call(pool, 'ConfirmDevice', input)).toEqual({ UserConfirmationNecessary: true });

    const { Devices } = await call(pool, 'AdminListDevices', ACCOUNT);
    const time = fixture.now.getTime() / 1000;

    expect(Devices).toEqual([
      {
        DeviceKey,
        DeviceAttributes: expect.arrayContaining([
          { Name: 'device_name', Value: 'Firefox' },
          { Name: 'dev:device_remembered_status', Value: 'not_remembered' },
        ]),
        DeviceCreateDate: time,
        DeviceLastModifiedDate: time,
        DeviceLastAuthenticatedDate: time,
      },
    ]);
  });

  it('confirms a device only with the token of the same sign-in and a verifier', async () => {
    const firstSession = (await signIn(pool)).AuthenticationResult;
    const secondSession = (await signIn(pool)).AuthenticationResult;
    const { DeviceKey } = secondSession.NewDeviceMetadata;
    const confirm = (AccessToken: string, DeviceSecretVerifierConfig?: object) =>
      call(pool, 'ConfirmDevice', { AccessToken, DeviceKey, DeviceSecretVerifierConfig });

    await expect(confirm(firstSession.AccessToken, VERIFIER)).rejects.toMatchObject(UNKNOWN_DEVICE);
    await expect(confirm(secondSession.AccessToken)).rejects.toMatchObject({ code: 'InvalidParameterException' });
    expect(await listKeys()).toEqual([]);
  });
});

describe('known device', () => {
  it('keeps the key of a known device at the next sign-in, and updates its last authentication date', async () => {
    const { DeviceKey } = await signInOnDevice(pool);
    const firstSignIn = fixture.now.getTime() / 1000;
    fixture.now = new Date(fixture.now.getTime() + 60_000);
    const { AuthenticationResult } = await signInWith(DeviceKey);

    expect(AuthenticationResult).not.toHaveProperty('NewDeviceMetadata');
    expect(decodeClaims(AuthenticationResult.AccessToken).device_key).toBe(DeviceKey);

    const { AccessToken } = AuthenticationResult;
    const { Device } = await call(pool, 'GetDevice', { AccessToken, DeviceKey });
    expect(Device).toMatchObject({ DeviceCreateDate: firstSignIn, DeviceLastAuthenticatedDate: firstSignIn + 60 });

    await refresh(AuthenticationResult.RefreshToken, DeviceKey);
  });

  it("hides a member's devices from other members", async () => {
    const { DeviceKey } = await signInOnDevice(pool);
    await signUp(pool, 'bob@sea.example');
    const { AccessToken } = (await signIn(pool, 'bob@sea.example')).AuthenticationResult;

    for (const operation of ['GetDevice', 'ForgetDevice']) {
      await expect(call(pool, operation, { AccessToken, DeviceKey })).rejects.toMatchObject(UNKNOWN_DEVICE);
    }
    expect(await listKeys('ListDevices', { AccessToken })).toEqual([]);
    expect(await listKeys()).toEqual([DeviceKey]);
  });

  it('lists known devices in pages', async () => {
    const deviceKeys: string[] = [];
    let AccessToken = '';
    for (let device = 0; device < 3; device += 1) {
      const session = await signInOnDevice(pool);
      deviceKeys.push(session.DeviceKey);
      AccessToken = session.AccessToken;
    }

    const { PaginationToken } = await call(pool, 'ListDevices', { AccessToken, Limit: 2 });
    const firstPage = await listKeys('ListDevices', { AccessToken, Limit: 2 });
    const secondPage = await listKeys('AdminListDevices', { ...ACCOUNT, PaginationToken });

    expect([...firstPage, ...secondPage]).toEqual(deviceKeys);
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

    await refresh(RefreshToken, DeviceKey);
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
    await expect(signInWith(DeviceKey)).rejects.toMatchObject(UNKNOWN_DEVICE);

    await refresh(otherSession.RefreshToken, otherSession.DeviceKey);
    expect(await listKeys()).toEqual([otherSession.DeviceKey]);
  });

  it('accepts a refresh token after a restart', async () => {
    const { RefreshToken, DeviceKey } = await signInOnDevice(pool);
    pool = await openPool();
    await refresh(RefreshToken, DeviceKey);
  });
});
