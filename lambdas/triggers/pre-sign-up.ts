import type { PreSignUpTriggerHandler } from 'aws-lambda';
import { MAX_USERNAME_LENGTH } from '../../shared/depth/limits.ts';
import { cleanLine, isBlank, lengthOf } from '../../shared/text/text.ts';
import { setting } from '../platform/config.ts';

/**
 * Checks a new member's name and, unless the stage asks for a mailed code, confirms them at once (design §5).
 *
 * @throws Error with a sentence that Cognito passes on to whoever registers
 */
export const handler: PreSignUpTriggerHandler = async (event) => {
  const name = event.request.userAttributes.preferred_username;
  if (name !== undefined && (isBlank(name) || lengthOf(cleanLine(name)) > MAX_USERNAME_LENGTH)) {
    throw new Error(`Username must be 1 to ${MAX_USERNAME_LENGTH} characters.`);
  }
  if (setting('EMAIL_VERIFICATION') === 'none') {
    event.response.autoConfirmUser = true;
    event.response.autoVerifyEmail = true;
  }
  return event;
};
