import { resetPassword } from 'aws-amplify/auth';
import { configureAmplify } from './configure-amplify.ts';

/**
 * Emails a code for setting a new password, if an account with this email exists.
 *
 * Doesn't reveal whether it exists: resolves even if no code was sent, because Cognito returns some errors only for
 * accounts. See docs/adr/0062-registration-without-revealing-accounts.md.
 */
export async function sendResetCode(email: string): Promise<void> {
  await configureAmplify();
  await resetPassword({ username: email }).catch((error) => {
    // No account, an unconfirmed email, an account that can't be reset, or a mail that can't be delivered.
    if (!/^(UserNotFound|InvalidParameter|NotAuthorized|CodeDeliveryFailure)Exception$/.test(error?.name)) throw error;
  });
}
