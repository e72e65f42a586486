import { AdminUpdateUserAttributesCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { readSetting } from '../platform/config.ts';
import { AccountDeleted } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { sendMail } from '../platform/mail.ts';
import { countUses } from '../table/conduct.ts';
import { editCredentials } from '../table/credentials.ts';
import { callCognito } from './call-cognito.ts';
import { AccountExists } from './errors.ts';
import { EMAIL_CHANGE_REQUESTED } from './notices.ts';
import { checkPassword } from './passwords.ts';
import { syncEmail } from './sync-email.ts';

/**
 * Starts a change of the caller's email: Cognito sends a code to the new email. The present email stays valid until
 * `confirm-email`, and receives a notice. If the new email is the present one, this function cancels a pending change.
 *
 * The response is the same if another account has the new email.
 *
 * @throws WrongPassword
 * @throws LimitReached
 */
export async function changeEmail(
  caller: Caller,
  { email, password }: Input<typeof credentials.changeEmail>,
): Promise<Response<typeof credentials.changeEmail>> {
  const profile = await ensureProfile(caller);
  await checkPassword(caller.userId, password);

  const { email: presentEmail } = await syncEmail(profile);
  const isCancellation = email === presentEmail.toLowerCase();

  // A cancellation sends no mail. If it counted, a member at the limit couldn't cancel a change until the next day.
  if (!isCancellation) await countUses(profile, { emailChanges: 1 });

  await storeEmail(caller.userId, email, { isVerified: isCancellation });
  await editCredentials(caller.userId, { pendingEmail: isCancellation ? undefined : email });
  if (!isCancellation) await sendMail(presentEmail, EMAIL_CHANGE_REQUESTED);
  return {};
}

/** Stores an email in the user pool. Cognito then sends a code to it, unless `isVerified`. */
async function storeEmail(
  username: string,
  email: string,
  { isVerified }: { readonly isVerified: boolean },
): Promise<void> {
  const command = new AdminUpdateUserAttributesCommand({
    UserPoolId: readSetting('USER_POOL_ID'),
    Username: username,
    UserAttributes: [
      { Name: 'email', Value: email },
      ...(isVerified ? [{ Name: 'email_verified', Value: 'true' }] : []),
    ],
  });

  try {
    await callCognito((cognito) => cognito.send(command), new AccountDeleted());
  } catch (error) {
    // Ignored, so that the response doesn't reveal that another account has the email.
    if (!(error instanceof AccountExists)) throw error;
  }
}
