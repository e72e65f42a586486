import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { fetchMemberAttributes } from '../members/cognito-users.ts';
import { AccountDeleted } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { requestResetCompletion } from '../platform/password-reset-request.ts';
import { requireUncommonPassword } from './common-passwords.ts';
import { completePasswordReset } from './complete-password-reset.ts';
import { redeemResetCode } from './passwords.ts';
import { isTriggerFailure } from './trigger-failure.ts';

/**
 * Sets a new password with the emailed code.
 *
 * The post-confirmation trigger then signs everyone out, so that a reset that bypasses our API does so as well. If the
 * trigger fails, the password has changed already, and this function does the trigger's work. If this function fails
 * too, the member can't repeat the reset, because the code is used up. Lambda then calls the trigger again until the
 * trigger succeeds.
 *
 * @throws CommonPassword
 * @throws InvalidCode
 * @throws TooManyCodes
 */
export async function resetPassword(
  _caller: undefined,
  { email, code, password }: Input<typeof credentials.resetPassword>,
): Promise<Response<typeof credentials.resetPassword>> {
  await requireUncommonPassword(password);

  try {
    await redeemResetCode(email, code, password);
  } catch (error) {
    if (!isTriggerFailure(error)) throw error;
    await completeReset(email);
  }

  return {};
}

/** Does the trigger's work. If this fails, leaves the work to a later call of the trigger. */
async function completeReset(email: string): Promise<void> {
  try {
    const { userId } = await fetchMemberAttributes(email);
    await completePasswordReset(userId);
  } catch (error) {
    if (error instanceof AccountDeleted) throw error;
    logger.error('A password reset is completed later', { error: error as Error });
    await requestResetCompletion(email);
  }
}
