import { AwsError } from '../http/aws-json-server.ts';
import {
  defineOperation,
  type Operations,
  type Pool,
  requireAccess,
  requireSignedInUser,
  toPage,
} from './operation.ts';
import type { Device, User } from './users.ts';

/**
 * Operations on devices.
 *
 * A sign-in without a known device returns the key of a new device, which `ConfirmDevice` adds to the list. On AWS, a
 * remembered device must prove itself (DEVICE_SRP_AUTH). Fathom never remembers devices, so the local pool doesn't
 * support that proof.
 */
export const deviceOperations = {
  ConfirmDevice: defineOperation(
    ['AccessToken', 'DeviceKey', 'DeviceName', 'DeviceSecretVerifierConfig'],
    async (pool, { AccessToken, DeviceKey, DeviceName }) => {
      const { user, session } = requireAccess(pool, AccessToken);
      if (session.deviceKey !== DeviceKey) throw buildUnknownDeviceError();

      const now = pool.now().getTime();
      const device = {
        key: DeviceKey,
        name: DeviceName ?? DeviceKey,
        createdAt: now,
        modifiedAt: now,
        lastSignInAt: now,
      };
      user.devices = [...user.devices.filter(({ key }) => key !== DeviceKey), device];
      await pool.users.save();

      return { UserConfirmationNecessary: true };
    },
  ),

  UpdateDeviceStatus: defineOperation(
    ['AccessToken', 'DeviceKey', 'DeviceRememberedStatus'],
    async (pool, { AccessToken, DeviceKey }) => {
      requireDevice(requireSignedInUser(pool, AccessToken), DeviceKey).modifiedAt = pool.now().getTime();
      await pool.users.save();
      return {};
    },
  ),

  GetDevice: defineOperation(['AccessToken', 'DeviceKey'], async (pool, { AccessToken, DeviceKey }) => ({
    Device: toOutput(requireDevice(requireSignedInUser(pool, AccessToken), DeviceKey)),
  })),

  ListDevices: defineOperation(['AccessToken', 'Limit', 'PaginationToken'], async (pool, { AccessToken, ...page }) => {
    const { items, ...nextPage } = toPage(requireSignedInUser(pool, AccessToken).devices, page);
    return { Devices: items.map(toOutput), ...nextPage };
  }),

  ForgetDevice: defineOperation(['AccessToken', 'DeviceKey'], async (pool, { AccessToken, DeviceKey }) => {
    await removeDevice(pool, requireSignedInUser(pool, AccessToken), DeviceKey);
    return {};
  }),

  AdminListDevices: defineOperation(
    ['UserPoolId', 'Username', 'Limit', 'PaginationToken'],
    async ({ users }, { Username, ...page }) => {
      const { items, ...nextPage } = toPage(users.require(Username).devices, page);
      return { Devices: items.map(toOutput), ...nextPage };
    },
  ),

  AdminForgetDevice: defineOperation(['UserPoolId', 'Username', 'DeviceKey'], async (pool, { Username, DeviceKey }) => {
    await removeDevice(pool, pool.users.require(Username), DeviceKey);
    return {};
  }),
} satisfies Operations;

/**
 * Returns a user's device.
 *
 * @throws AwsError ResourceNotFoundException if the user has no such device. Amplify recognizes the message.
 */
export function requireDevice(user: User, key: string): Device {
  const device = user.devices.find((candidate) => candidate.key === key);
  if (device) return device;
  throw buildUnknownDeviceError();
}

/** Removes a device. The refresh tokens that are bound to the device stop working. */
async function removeDevice({ users }: Pool, user: User, key: string): Promise<void> {
  const device = requireDevice(user, key);
  user.devices = user.devices.filter((candidate) => candidate !== device);
  await users.save();
}

function buildUnknownDeviceError(): AwsError {
  return new AwsError('ResourceNotFoundException', 'Device does not exist.');
}

function toOutput({ key, name, createdAt, modifiedAt, lastSignInAt }: Device) {
  return {
    DeviceKey: key,
    DeviceAttributes: [
      { Name: 'device_status', Value: 'valid' },
      { Name: 'device_name', Value: name },
      { Name: 'dev:device_remembered_status', Value: 'not_remembered' },
      { Name: 'last_ip_used', Value: '127.0.0.1' },
    ],
    DeviceCreateDate: createdAt / 1000,
    DeviceLastModifiedDate: modifiedAt / 1000,
    DeviceLastAuthenticatedDate: lastSignInAt / 1000,
  };
}
