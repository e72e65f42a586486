import type { credentials } from '../../shared/contract/credentials.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { fetchMemberAttributes } from '../members/cognito-users.ts';
import { requireUncommonPassword } from './common-passwords.ts';
import { completePasswordReset } from './complete-password-reset.ts';
import { redeemResetCode } from './passwords.ts';
import { isTriggerFailure } from './trigger-failure.ts';

/**
 * Sets a new password with the emailed code.
 *
 * The post-confirmation trigger then signs everyone out, so that a reset that bypasses our API does, too. If the trigger
 * fails, the password has changed already, and this function does the trigger's work.
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
    const { userId } = await fetchMemberAttributes(email);
    await completePasswordReset(userId);
  }
  return {};
}
