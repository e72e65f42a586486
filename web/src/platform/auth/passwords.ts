import { resetPassword } from 'aws-amplify/auth';
import { configureAmplify } from './configure-amplify.ts';

/** Emails a code for setting a new password, if an account with this email exists. */
export async function sendResetCode(email: string): Promise<void> {
  await configureAmplify();
  await resetPassword({ username: email }).catch((error) => {
    // Doesn't reveal whether the account exists or its email is confirmed.
    if (!/^(UserNotFound|InvalidParameter|NotAuthorized)Exception$/.test(error?.name)) throw error;
  });
}
