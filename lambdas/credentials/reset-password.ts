import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { fetchMemberAttributes } from '../members/cognito-users.ts';
import { AccountDeleted } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { deferResetToTrigger } from '../platform/password-reset-request.ts';
import { requireUncommonPassword } from './common-passwords.ts';
import { secureAccountAfterReset } from './complete-password-reset.ts';
import { redeemResetCode } from './passwords.ts';
import { isTriggerFailure } from './trigger-failure.ts';

/**
 * Sets a new password with the emailed code.
 *
 * Cognito then calls the post-confirmation trigger, which ends all of the member's sessions, even after a reset that
 * bypasses our API. If the trigger fails, the password has already changed, so this function does the trigger's work.
 *
 * If that fails too, the member can't repeat the reset, because the code is used up. So this function queues another
 * call of the trigger, which Lambda repeats if it fails.
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
    await secureAccountOrDefer(email);
  }

  return {};
}

/**
 * Does the trigger's work. If this fails, leaves the work to a later call of the trigger.
 *
 * @throws AccountDeleted if the account was deleted after the reset
 */
async function secureAccountOrDefer(email: string): Promise<void> {
  try {
    const { userId } = await fetchMemberAttributes(email);
    await secureAccountAfterReset(userId);
  } catch (error) {
    if (error instanceof AccountDeleted) throw error;
    logger.error('A password reset is completed later', { error: error as Error });
    await deferResetToTrigger(email);
  }
}
