import {
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  type SoftwareTokenMfaSettingsType,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { readSetting } from '../platform/config.ts';
import { Unauthenticated } from '../platform/errors.ts';
import { accessTokenOf, type Caller } from '../platform/identity.ts';
import { deleteSecondFactorCodes } from '../table/credentials.ts';
import { callCognito } from './call-cognito.ts';
import { InvalidCode } from './errors.ts';

/**
 * Creates a key for an authenticator app, in Base32. The new key replaces the present one when {@link verifyTotp}
 * succeeds.
 *
 * @throws Unauthenticated if Cognito has revoked the caller's token
 */
export async function createTotpKey(caller: Caller): Promise<string> {
  const command = new AssociateSoftwareTokenCommand({ AccessToken: accessTokenOf(caller) });
  const { SecretCode } = await callCognito((cognito) => cognito.send(command), new Unauthenticated());
  if (!SecretCode) throw new Error('Cognito returned no key for the authenticator app.');
  return SecretCode;
}

/**
 * Checks a code of the app that has the caller's new key.
 *
 * @throws InvalidCode if the code is wrong, or if no key was created
 * @throws Unauthenticated if Cognito has revoked the caller's token
 */
export async function verifyTotp(caller: Caller, code: string): Promise<void> {
  const command = new VerifySoftwareTokenCommand({ AccessToken: accessTokenOf(caller), UserCode: code });
  const { Status } = await callCognito((cognito) => cognito.send(command), new Unauthenticated());
  if (Status !== 'SUCCESS') throw new InvalidCode();
}

/** Switches the second factor of a member's sign-in on. */
export function switchTotpOn(username: string): Promise<void> {
  return setTotpPreference(username, { Enabled: true, PreferredMfa: true });
}

/** Switches the second factor of a member's sign-in off. */
export function switchTotpOff(username: string): Promise<void> {
  return setTotpPreference(username, { Enabled: false, PreferredMfa: false });
}

/**
 * Switches the second factor of a member's sign-in off, and deletes the recovery codes that a concurrent `totp/enable`
 * has stored in the meantime. If there were any, that request may also have switched the second factor on again, so this
 * function repeats both steps.
 */
export async function switchOffAndDeleteCodes(userId: string): Promise<void> {
  do await switchTotpOff(userId);
  while (await deleteSecondFactorCodes(userId));
}

async function setTotpPreference(username: string, SoftwareTokenMfaSettings: SoftwareTokenMfaSettingsType) {
  const command = new AdminSetUserMFAPreferenceCommand({
    UserPoolId: readSetting('USER_POOL_ID'),
    Username: username,
    SoftwareTokenMfaSettings,
  });
  await callCognito((cognito) => cognito.send(command), new Unauthenticated());
}
