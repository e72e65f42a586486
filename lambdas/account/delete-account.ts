import type { account } from '../../shared/contract/account.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { loadViewer } from '../access/viewer.ts';
import { AccountDeleted } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { closeSockets } from '../sockets/close-sockets.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { deleteBytes } from './delete-bytes.ts';

/** Maximum time for deleting bytes, in milliseconds. Enough for thousands of objects; the purge deletes the others. */
const BYTE_DELETION_MS = 5000;

/**
 * Deletes the caller's account.
 *
 * Immediately hides the account, closes the member's sockets, and deletes the Cognito user. Then deletes the uploaded
 * bytes, so that links to them stop working. Meanwhile, the change feed starts the job that purges the items. If this
 * function stops after it has hidden the account, that job does the remaining steps.
 */
export async function deleteAccount(caller: Caller): Promise<Response<typeof account.deleteAccount>> {
  // Checks the session. A deleted account passes, so that a repeated call completes a deletion that was interrupted.
  await loadViewer(caller).catch(rethrowUnlessAccountDeleted);
  const { userId, username } = caller;

  await hideAccount(userId);
  await closeSockets(userId);
  const { deleteCognitoUser } = await import('../members/cognito-users.ts');
  await deleteCognitoUser(username);

  const deadline = Date.now() + BYTE_DELETION_MS;
  await deleteBytes(userId, () => Date.now() < deadline);

  return {};
}

function rethrowUnlessAccountDeleted(error: unknown): void {
  if (!(error instanceof AccountDeleted)) throw error;
}
