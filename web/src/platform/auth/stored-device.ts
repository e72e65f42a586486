import { deviceStorage } from '../browser/browser-storage.ts';

/** Returns Cognito's key of this browser for the signed-in member, or undefined if Cognito doesn't track it. */
export function storedDeviceId(clientId: string): string | undefined {
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  const memberName = deviceStorage.read(`${prefix}.LastAuthUser`);
  return deviceStorage.read(`${prefix}.${memberName}.deviceKey`) ?? undefined;
}
