import { AdminListDevicesCommand, type DeviceType } from '@aws-sdk/client-cognito-identity-provider';
import type { credentials, SignInDevice } from '../../shared/contract/credentials.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { readSetting } from '../platform/config.ts';
import { AccountDeleted } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { getCredentials } from '../table/credentials.ts';
import { callCognito } from './call-cognito.ts';
import { syncEmail } from './sync-email.ts';

/** Cognito's maximum page size. */
const MAX_DEVICES = 60;

/** Returns the caller's email, second factor, and devices. */
export async function readSignInSettings(caller: Caller): Promise<Response<typeof credentials.signInSettings>> {
  const profile = await ensureProfile(caller);

  const [{ email, hasTotp }, { recoveryCodes, pendingEmail }, devices] = await Promise.all([
    syncEmail(profile),
    getCredentials(caller.userId),
    listDevices(caller.userId),
  ]);

  // Cognito keeps devices whose sessions have ended. Their next sign-in lists them again.
  const sessionsEndedAt = (profile.tokensValidFrom ?? 0) * 1000;
  const activeDevices = devices
    .map(presentDevice)
    .filter(({ lastUsedAt }) => Date.parse(lastUsedAt) >= sessionsEndedAt);

  return {
    email,
    // `syncEmail` may have completed the change after the pending email was read.
    ...(pendingEmail !== email && { pendingEmail }),
    totp: hasTotp,
    recoveryCodesLeft: hasTotp ? recoveryCodes.length : 0,
    devices: activeDevices.sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt)),
  };
}

async function listDevices(username: string): Promise<DeviceType[]> {
  const command = new AdminListDevicesCommand({
    UserPoolId: readSetting('USER_POOL_ID'),
    Username: username,
    Limit: MAX_DEVICES,
  });
  const { Devices = [] } = await callCognito((cognito) => cognito.send(command), new AccountDeleted());
  return Devices;
}

function presentDevice(device: DeviceType): SignInDevice {
  const { DeviceKey = '', DeviceAttributes = [], DeviceCreateDate, DeviceLastAuthenticatedDate } = device;
  const createdAt = DeviceCreateDate ?? new Date(0);
  return {
    id: DeviceKey,
    name: DeviceAttributes.find(({ Name }) => Name === 'device_name')?.Value ?? '',
    createdAt: createdAt.toISOString(),
    lastUsedAt: (DeviceLastAuthenticatedDate ?? createdAt).toISOString(),
  };
}
