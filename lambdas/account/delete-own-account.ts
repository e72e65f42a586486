import type { Caller } from '../platform/identity.ts';
import { hideAccount } from '../table/removal.ts';
import { removeSignIn } from './directory.ts';
import { startRemoval } from './start-removal.ts';

/**
 * Deletes the caller's account (decision 25): hidden at once, then the sign-in removed, then everything else by a job.
 * Wherever this stops, asking again goes on from there, and so does the hourly job.
 */
export async function deleteOwnAccount({ userId, username }: Caller): Promise<void> {
  await hideAccount(userId);
  await removeSignIn(username);
  await startRemoval({ kind: 'account', userId });
}
