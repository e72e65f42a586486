import type { PostConfirmationTriggerHandler } from 'aws-lambda';
import { initialUsername } from '../members/initial-username.ts';
import { createProfile } from '../table/profile.ts';

/** Creates a new member's profile. Does nothing after a password reset, for which Cognito sends this event too. */
export const handler: PostConfirmationTriggerHandler = async (event) => {
  const { sub, email = '', preferred_username: preferredUsername } = event.request.userAttributes;
  if (sub) await createProfile({ userId: sub, email, username: initialUsername({ email, preferredUsername }) });
  return event;
};
