import { ConfirmSignUpCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { fetchMemberAttributes } from '../members/cognito-users.ts';
import { setting } from '../platform/config.ts';
import { AccountDeleted } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { requireUncommonPassword } from './common-passwords.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { hasPassword, replacePassword } from './passwords.ts';
import { redeemCode } from './redeem-code.ts';
import { isTriggerFailure } from './trigger-failure.ts';

/**
 * Confirms an account with the emailed code, and gives it this password.
 *
 * Someone else may have registered the email first, with their own password, and wait for its owner to confirm the
 * account. Only the owner has the code, so the password that comes with the code counts.
 *
 * @throws CommonPassword
 * @throws InvalidCode if the code is wrong, or if there is no unconfirmed account with this email
 * @throws TooManyCodes if the email has no attempts left
 */
export async function confirmRegistration(
  _caller: undefined,
  { email, code, password }: Input<typeof credentials.confirmRegistration>,
): Promise<Response<typeof credentials.confirmRegistration>> {
  await requireUncommonPassword(password);
  await redeemConfirmationCode(email, code);
  if (!(await hasPassword(email, password))) {
    await replacePassword(email, password);
    await endOtherSessions(email);
  }
  return {};
}

async function redeemConfirmationCode(email: string, code: string): Promise<void> {
  const command = new ConfirmSignUpCommand({
    ClientId: setting('SERVER_CLIENT_ID'),
    Username: email,
    ConfirmationCode: code,
  });
  try {
    await redeemCode(email, 'confirmRegistration', (cognito) => cognito.send(command));
  } catch (error) {
    // The account is confirmed. Only its profile is missing, which the first request creates.
    if (!isTriggerFailure(error)) throw error;
    logger.error('The post-confirmation trigger failed', { error: error as Error });
  }
}

/** Ends the sessions that were opened with the previous password since the confirmation. */
async function endOtherSessions(email: string): Promise<void> {
  const { userId } = await fetchMemberAttributes(email);
  try {
    await endAllSessions(userId);
  } catch (error) {
    // Without a profile, no one has used the account.
    if (!(error instanceof AccountDeleted)) throw error;
  }
}
