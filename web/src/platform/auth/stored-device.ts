/** Returns Cognito's key of this browser for the signed-in member, or undefined if Cognito doesn't track it. */
export function storedDeviceId(clientId: string): string | undefined {
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  const member = localStorage.getItem(`${prefix}.LastAuthUser`);
  return localStorage.getItem(`${prefix}.${member}.deviceKey`) ?? undefined;
}
