import { confirmResetPassword, resetPassword, updatePassword } from 'aws-amplify/auth';
import { configureAmplify } from './amplify.ts';

/** Mails a code with which a new password can be set, if there is an account with this email. */
export async function mailResetCode(email: string): Promise<void> {
  await configureAmplify();
  await resetPassword({ username: email }).catch((error) => {
    // Whether there is such an account, and whether its email was ever confirmed, is nobody else's business.
    if (!/^(UserNotFound|InvalidParameter|NotAuthorized)Exception$/.test(error?.name)) throw error;
  });
}

export interface NewPassword {
  readonly email: string;
  readonly code: string;
  readonly password: string;
}

/** Sets a new password with the mailed code. */
export async function setNewPassword({ email, code, password }: NewPassword): Promise<void> {
  await configureAmplify();
  await confirmResetPassword({ username: email, confirmationCode: code, newPassword: password });
}

/** Changes the password of the signed-in member. */
export async function changePassword(current: string, next: string): Promise<void> {
  await configureAmplify();
  await updatePassword({ oldPassword: current, newPassword: next });
}
