import { AdminUpdateUserAttributesCommand, ConfirmSignUpCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { openForJob } from '../access/open-sealed.ts';
import { fetchMemberAttributes } from '../members/cognito-users.ts';
import { chooseInitialUsername, USERNAME_METADATA } from '../members/initial-username.ts';
import { readSetting } from '../platform/config.ts';
import { AccountDeleted } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { editProfile, getProfile } from '../table/profile.ts';
import { callCognito } from './call-cognito.ts';
import { requireUncommonPassword } from './common-passwords.ts';
import { hasPassword, replacePassword } from './passwords.ts';
import { redeemCode } from './redeem-code.ts';
import { isTriggerFailure } from './trigger-failure.ts';

type Confirmation = Input<typeof credentials.confirmRegistration>;

/**
 * Confirms an account with the emailed code, and gives it this username and password.
 *
 * Someone else may have registered the email first, with their own username and password, and wait for its owner to
 * confirm the account. Only the owner has the code, so the username and password of the confirmation replace the
 * registered ones. Without a username, the account keeps the registered username if the passwords are the same.
 *
 * @throws CommonPassword
 * @throws InvalidCode if the code is wrong, or if there is no unconfirmed account with this email
 * @throws TooManyCodes if the email has no attempts left
 */
export async function confirmRegistration(
  _caller: undefined,
  confirmation: Confirmation,
): Promise<Response<typeof credentials.confirmRegistration>> {
  const { email, password, username } = confirmation;
  await requireUncommonPassword(password);
  const didTriggerRun = await redeemConfirmationCode(confirmation);

  const isRegistrant = await hasPassword(email, password);
  // The trigger stores the username of the confirmation, if there is one, and otherwise the registered username.
  const needsUsername = username === undefined ? !isRegistrant : !didTriggerRun;
  if (!isRegistrant) await replacePassword(email, password);
  if (isRegistrant && !needsUsername) return {};

  const { userId } = await fetchMemberAttributes(email);
  if (needsUsername) await replaceUsername(userId, username ?? chooseInitialUsername({ email }));
  if (!isRegistrant) await removeRegistrantsAccess(userId);
  return {};
}

/** Returns whether the post-confirmation trigger succeeded, which creates the profile with this username. */
async function redeemConfirmationCode({ email, code, username }: Confirmation): Promise<boolean> {
  const command = new ConfirmSignUpCommand({
    ClientId: readSetting('SERVER_CLIENT_ID'),
    Username: email,
    ConfirmationCode: code,
    ...(username !== undefined && { ClientMetadata: { [USERNAME_METADATA]: username } }),
  });

  try {
    await redeemCode(email, 'confirmRegistration', (cognito) => cognito.send(command));
    return true;
  } catch (error) {
    // The account is confirmed. It only lacks its profile, which the first request creates.
    if (!isTriggerFailure(error)) throw error;
    logger.error('The post-confirmation trigger failed', { error: error as Error });
    return false;
  }
}

/** Replaces the registered username in the profile, and in the user pool, from which a missing profile is created. */
async function replaceUsername(userId: string, username: string): Promise<void> {
  const command = new AdminUpdateUserAttributesCommand({
    UserPoolId: readSetting('USER_POOL_ID'),
    Username: userId,
    UserAttributes: [{ Name: 'preferred_username', Value: username }],
  });
  await callCognito((cognito) => cognito.send(command), new AccountDeleted());

  const sealedProfile = getProfile(userId, { consistent: true });
  const profile = await openForJob("replaces a stranger's username after the emailed code was used", sealedProfile);
  if (profile) await editProfile(profile, { username });
}

/**
 * Ends the sessions that were opened with the previous password since the confirmation, and switches off a second factor
 * that was added in one of them.
 */
async function removeRegistrantsAccess(userId: string): Promise<void> {
  // Loaded on first use, because few accounts were registered by someone else.
  const { secureAccountAfterReset } = await import('./complete-password-reset.ts');

  try {
    await secureAccountAfterReset(userId);
  } catch (error) {
    // Without a profile, no one has used the account.
    if (!(error instanceof AccountDeleted)) throw error;
  }
}
