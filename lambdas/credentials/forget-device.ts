import { AdminForgetDeviceCommand, ResourceNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { readSetting } from '../platform/config.ts';
import { AccountDeleted } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { callCognito } from './call-cognito.ts';

/** Signs one of the caller's devices out. Does nothing if the caller has no such device. */
export async function forgetDevice(
  caller: Caller,
  { deviceId }: Input<typeof credentials.forgetDevice>,
): Promise<Response<typeof credentials.forgetDevice>> {
  await ensureProfile(caller);
  const command = new AdminForgetDeviceCommand({
    UserPoolId: readSetting('USER_POOL_ID'),
    Username: caller.userId,
    DeviceKey: deviceId,
  });

  try {
    await callCognito((cognito) => cognito.send(command), new AccountDeleted());
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }

  return {};
}
