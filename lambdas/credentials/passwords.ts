import {
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { readSetting } from '../platform/config.ts';
import { Unauthenticated } from '../platform/errors.ts';
import { accessTokenOf, type Caller } from '../platform/identity.ts';
import { callCognito } from './call-cognito.ts';
import { InvalidCode, TooManyAttempts, WrongPassword } from './errors.ts';
import { redeemCode } from './redeem-code.ts';

/**
 * Checks a member's password, without a second factor. Discards the tokens that Cognito returns.
 *
 * @param username - the member's ID or email
 * @throws WrongPassword if the password is wrong, or if there is no such member
 * @throws TooManyAttempts if Cognito has locked the account after wrong passwords
 */
export async function checkPassword(username: string, password: string): Promise<void> {
  const command = new AdminInitiateAuthCommand({
    UserPoolId: readSetting('USER_POOL_ID'),
    ClientId: readSetting('SERVER_CLIENT_ID'),
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: username, PASSWORD: password },
  });
  await callCognito((cognito) => cognito.send(command), new WrongPassword());
}

/** Returns whether this is the member's password. Returns false if Cognito has locked the account. */
export async function hasPassword(username: string, password: string): Promise<boolean> {
  try {
    await checkPassword(username, password);
    return true;
  } catch (error) {
    if (error instanceof WrongPassword || error instanceof TooManyAttempts) return false;
    throw error;
  }
}

/** Replaces a confirmed member's password without the old one. */
export async function replacePassword(username: string, password: string): Promise<void> {
  const command = new AdminSetUserPasswordCommand({
    UserPoolId: readSetting('USER_POOL_ID'),
    Username: username,
    Password: password,
    Permanent: true,
  });
  await callCognito((cognito) => cognito.send(command), new InvalidCode());
}

/**
 * Changes the caller's password. Call {@link checkPassword} first, which counts wrong passwords.
 *
 * @throws Unauthenticated if Cognito has revoked the caller's token
 */
export async function updatePassword(caller: Caller, currentPassword: string, newPassword: string): Promise<void> {
  const command = new ChangePasswordCommand({
    AccessToken: accessTokenOf(caller),
    PreviousPassword: currentPassword,
    ProposedPassword: newPassword,
  });
  await callCognito((cognito) => cognito.send(command), new Unauthenticated());
}

/**
 * Sets a new password with the emailed code. Uses the web client, because the page requested the code with it.
 *
 * @throws the errors of {@link redeemCode}
 */
export async function redeemResetCode(email: string, code: string, password: string): Promise<void> {
  const command = new ConfirmForgotPasswordCommand({
    ClientId: readSetting('WEB_CLIENT_ID'),
    Username: email,
    ConfirmationCode: code,
    Password: password,
  });
  await redeemCode(email, 'resetPassword', (cognito) => cognito.send(command));
}
