import { confirmResetPassword, resetPassword, updatePassword } from 'aws-amplify/auth';
import { currentVisit, sessionEnded } from './auth-state.ts';
import { configureAmplify } from './configure-amplify.ts';
import { accessToken } from './session.ts';

/** Mails a code with which a new password can be set, if there is an account with this email. */
export async function mailResetCode(email: string): Promise<void> {
  await configureAmplify();
  await resetPassword({ username: email }).catch((error) => {
    // Whether there is such an account, and whether its email was ever confirmed, is nobody else's business.
    if (!/^(UserNotFound|InvalidParameter|NotAuthorized)Exception$/.test(error?.name)) throw error;
  });
}

interface NewPassword {
  readonly email: string;
  readonly code: string;
  readonly password: string;
}

/** Sets a new password with the mailed code. */
export async function setNewPassword({ email, code, password }: NewPassword): Promise<void> {
  await configureAmplify();
  await confirmResetPassword({ username: email, confirmationCode: code, newPassword: password });
}

/** There is nobody signed in whose password could be changed. */
class SessionOver extends Error {
  override readonly name = 'SessionOver';
}

/**
 * Changes the password of the signed-in member.
 *
 * @throws an error named NotAuthorizedException when the current one is another
 */
export async function changePassword(current: string, next: string): Promise<void> {
  const visit = currentVisit();
  // With a token that is certainly alive, being refused can mean the password alone.
  if (!(await accessToken({ forceRefresh: true }))) {
    sessionEnded(visit);
    throw new SessionOver();
  }
  await updatePassword({ oldPassword: current, newPassword: next });
}
