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
const PAGE_SIZE = 60;

/** Maximum number of pages of devices to read. A member's list lacks the devices on later pages. */
const MAX_PAGES = 10;

/** Maximum number of devices to return. */
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
    .filter(({ lastUsedAt }) => Date.parse(lastUsedAt) >= sessionsEndedAt)
    .sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));

  return {
    email,
    // `syncEmail` may have completed the change after the pending email was read.
    ...(pendingEmail !== email && { pendingEmail }),
    totp: hasTotp,
    recoveryCodesLeft: hasTotp ? recoveryCodes.length : 0,
    devices: activeDevices.slice(0, MAX_DEVICES),
  };
}

/**
 * Lists a member's devices, including those whose sessions have ended. Reads several pages, because Cognito doesn't
 * document their order: a signed-in device can be on a later page.
 */
async function listDevices(username: string): Promise<DeviceType[]> {
  const devices: DeviceType[] = [];
  let token: string | undefined;

  for (let page = 0; page < MAX_PAGES; page++) {
    const command = new AdminListDevicesCommand({
      UserPoolId: readSetting('USER_POOL_ID'),
      Username: username,
      Limit: PAGE_SIZE,
      PaginationToken: token,
    });
    const result = await callCognito((cognito) => cognito.send(command), new AccountDeleted());

    devices.push(...(result.Devices ?? []));
    token = result.PaginationToken;
    if (token === undefined) break;
  }

  return devices;
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
