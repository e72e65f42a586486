import type { PreSignUpTriggerHandler } from 'aws-lambda';
import { MAX_USERNAME_LENGTH } from '../../shared/depth/limits.ts';
import { cleanLine, countCharacters, isBlank } from '../../shared/text/text.ts';
import { setting } from '../platform/config.ts';

/**
 * Checks a new member's username, and confirms the account at once unless the stage verifies emails.
 *
 * @throws Error with a sentence that Cognito shows to the new member
 */
export const handler: PreSignUpTriggerHandler = async (event) => {
  const name = event.request.userAttributes.preferred_username;
  if (name !== undefined && (isBlank(name) || countCharacters(cleanLine(name)) > MAX_USERNAME_LENGTH)) {
    throw new Error(`Username must be 1 to ${MAX_USERNAME_LENGTH} characters.`);
  }
  if (setting('EMAIL_VERIFICATION') === 'none') {
    event.response.autoConfirmUser = true;
    event.response.autoVerifyEmail = true;
  }
  return event;
};
