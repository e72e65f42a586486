import { confirmResetPassword, resetPassword, updatePassword } from 'aws-amplify/auth';
import { currentVisit, markSessionEnded } from './auth-state.ts';
import { configureAmplify } from './configure-amplify.ts';
import { accessToken } from './session.ts';

/** Emails a code for setting a new password, if an account with this email exists. */
export async function sendResetCode(email: string): Promise<void> {
  await configureAmplify();
  await resetPassword({ username: email }).catch((error) => {
    // Don't reveal whether the account exists or its email is confirmed.
    if (!/^(UserNotFound|InvalidParameter|NotAuthorized)Exception$/.test(error?.name)) throw error;
  });
}

interface NewPassword {
  readonly email: string;
  readonly code: string;
  readonly password: string;
}

/** Sets a new password with the emailed code. */
export async function setNewPassword({ email, code, password }: NewPassword): Promise<void> {
  await configureAmplify();
  await confirmResetPassword({ username: email, confirmationCode: code, newPassword: password });
}

/** The session has ended, so the password can't be changed. */
class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';
}

/**
 * Changes the password of the signed-in member.
 *
 * @throws an error named NotAuthorizedException if `current` is wrong; SessionEndedError.
 */
export async function changePassword(current: string, next: string): Promise<void> {
  const visit = currentVisit();
  // Renew the token first, so that NotAuthorizedException can only mean a wrong password.
  if (!(await accessToken({ forceRefresh: true }))) {
    markSessionEnded(visit);
    throw new SessionEndedError();
  }
  await updatePassword({ oldPassword: current, newPassword: next });
}
