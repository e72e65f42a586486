import type { PostConfirmationTriggerHandler } from 'aws-lambda';
import { completePasswordReset } from '../credentials/complete-password-reset.ts';
import { initialUsername, USERNAME_METADATA } from '../members/initial-username.ts';
import { createProfile } from '../table/profile.ts';

/**
 * Creates a new member's profile, with the username of the confirmation, if it has one. Signs a member out everywhere after a password reset: Cognito sends this event for
 * each one, also for those that bypass our API.
 */
export const handler: PostConfirmationTriggerHandler = async (event) => {
  const { sub, email = '', preferred_username: preferredUsername } = event.request.userAttributes;
  if (!sub) return event;
  // Someone else may have registered the email. The confirmation's username comes from who has the emailed code.
  const confirmedUsername = event.request.clientMetadata?.[USERNAME_METADATA];
  await createProfile({
    userId: sub,
    email,
    username: initialUsername({ email, preferredUsername: confirmedUsername ?? preferredUsername }),
  });
  if (event.triggerSource === 'PostConfirmation_ConfirmForgotPassword') {
    // Not from the template: the pool depends on this function.
    process.env.USER_POOL_ID = event.userPoolId;
    await completePasswordReset(sub);
  }
  return event;
};
