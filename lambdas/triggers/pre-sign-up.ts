import type { PreSignUpTriggerHandler } from 'aws-lambda';
import { MAX_USERNAME_LENGTH } from '../../shared/rules/limits.ts';
import { cleanLine, countCodePoints, isBlank } from '../../shared/text/text.ts';
import { isRegistrationProof, PROOF_NAME } from '../credentials/registration-proof.ts';
import { readSetting } from '../platform/config.ts';
import { loadSecret } from '../platform/secret.ts';

/**
 * Rejects sign-ups that bypass `POST /credentials/register`, and checks a new member's username. Confirms the account
 * immediately, unless the stage verifies emails.
 *
 * Cognito runs this before it looks for an account with the same email, so that a rejected sign-up reveals nothing.
 *
 * @throws Error with a sentence that Cognito shows to the new member
 */
export const handler: PreSignUpTriggerHandler = async (event) => {
  const { userAttributes, clientMetadata } = event.request;

  if (event.triggerSource === 'PreSignUp_SignUp') {
    const secretText = await loadSecret('REGISTRATION_SECRET_ARN');
    if (!isRegistrationProof(clientMetadata?.[PROOF_NAME], userAttributes.email ?? '', secretText)) {
      throw new Error('Please register on the website');
    }
  }

  const name = userAttributes.preferred_username;
  if (name !== undefined && (isBlank(name) || countCodePoints(cleanLine(name)) > MAX_USERNAME_LENGTH)) {
    throw new Error(`Username must be 1 to ${MAX_USERNAME_LENGTH} characters.`);
  }

  if (readSetting('EMAIL_VERIFICATION') === 'none') {
    event.response.autoConfirmUser = true;
    event.response.autoVerifyEmail = true;
  }

  return event;
};
