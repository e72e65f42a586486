import type { account } from '../../shared/contract/account.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { loadViewer } from '../access/viewer.ts';
import { AccountDeleted } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { closeSockets } from '../sockets/close-sockets.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { deleteBytes } from './delete-bytes.ts';

/** Time for the deletion of bytes, in milliseconds. Suffices for thousands of objects; the job deletes the rest. */
const BYTES_BUDGET_MS = 5000;

/**
 * Deletes the caller's account.
 *
 * Immediately hides the account, closes the member's sockets, and deletes the Cognito user. Then deletes the uploaded
 * bytes, so that links to them stop working. Meanwhile, the change feed starts the job that purges the items. If this
 * function stops halfway, that job completes its work.
 */
export async function deleteAccount(caller: Caller): Promise<Response<typeof account.deleteAccount>> {
  await loadViewer(caller).catch(ignoreAccountDeleted);
  const { userId, username } = caller;

  await hideAccount(userId);
  await closeSockets(userId);
  const { deleteCognitoUser } = await import('../members/cognito-users.ts');
  await deleteCognitoUser(username);

  const deadline = Date.now() + BYTES_BUDGET_MS;
  await deleteBytes(userId, () => Date.now() < deadline);

  return {};
}

/** A repeated call completes a deletion that was interrupted. */
function ignoreAccountDeleted(error: unknown): void {
  if (!(error instanceof AccountDeleted)) throw error;
}
