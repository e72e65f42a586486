import type { account } from '../../shared/contract/account.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { deleteCognitoUser } from '../members/cognito-users.ts';
import type { Caller } from '../platform/identity.ts';
import { startPurge } from '../platform/purge-request.ts';
import { hideAccount } from '../table/pending-purge.ts';

/**
 * Deletes the caller's account: hides it at once, deletes the Cognito user, and starts the job that purges the rest.
 *
 * If this stops halfway, a repeated call or the hourly job completes it.
 */
export async function deleteAccount({ userId, username }: Caller): Promise<Response<typeof account.deleteAccount>> {
  await hideAccount(userId);
  await deleteCognitoUser(username);
  await startPurge({ kind: 'account', userId });
  return {};
}
