import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { completeDeferredReset, secureAccountAfterReset } from '../credentials/complete-password-reset.ts';
import { chooseInitialUsername, USERNAME_METADATA } from '../members/initial-username.ts';
import type { PasswordResetRequest } from '../platform/password-reset-request.ts';
import { createProfile } from '../table/profile.ts';

/**
 * Creates a new member's profile, with the username of the confirmation if it has one. Signs a member out everywhere
 * after a password reset: Cognito sends this event for each reset, even for resets that bypass our API. If the sign-out
 * failed, our API requests it again.
 */
export const handler = async <E extends PostConfirmationTriggerEvent | PasswordResetRequest>(event: E): Promise<E> => {
  // The template can't set this variable, because the pool depends on this function.
  process.env.USER_POOL_ID = event.userPoolId;
  await ('kind' in event ? completeDeferredReset(event) : confirm(event));
  return event;
};

/** Creates the profile of a confirmed member. Completes the reset if the confirmation is that of a new password. */
async function confirm({ request, triggerSource }: PostConfirmationTriggerEvent): Promise<void> {
  const { sub, email = '', preferred_username: preferredUsername } = request.userAttributes;
  if (!sub) return;

  // Another person may have registered the email. Only its owner has the emailed code, so prefer the confirmation's
  // name.
  const confirmedUsername = request.clientMetadata?.[USERNAME_METADATA];
  await createProfile({
    userId: sub,
    email,
    username: chooseInitialUsername({ email, preferredUsername: confirmedUsername ?? preferredUsername }),
  });

  if (triggerSource === 'PostConfirmation_ConfirmForgotPassword') await secureAccountAfterReset(sub);
}
