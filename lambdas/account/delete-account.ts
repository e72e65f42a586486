import type { account } from '../../shared/contract/account.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { removeSignIn } from '../members/cognito-users.ts';
import type { Caller } from '../platform/identity.ts';
import { startPurge } from '../platform/purge-request.ts';
import { hideAccount } from '../table/removal.ts';

/**
 * Deletes the caller's account: hides it at once, removes the sign-in, and starts the job that removes everything else.
 *
 * If this stops halfway, a repeated call or the hourly job completes it.
 */
export async function deleteAccount({ userId, username }: Caller): Promise<Response<typeof account.deleteAccount>> {
  await hideAccount(userId);
  await removeSignIn(username);
  await startPurge({ kind: 'account', userId });
  return {};
}
