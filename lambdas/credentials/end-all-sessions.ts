import { AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import { readSetting } from '../platform/config.ts';
import { AccountDeleted } from '../platform/errors.ts';
import { endSessions } from '../sockets/end-sessions.ts';
import { callCognito } from './call-cognito.ts';

/**
 * Signs a member out everywhere: revokes the refresh tokens, refuses the access tokens, and closes the sockets.
 *
 * Tokens issued after this returns are valid.
 *
 * @param userId - the member's ID, which is also their username in the user pool
 * @throws AccountDeleted if the member has no profile or has deleted their account
 */
export async function endAllSessions(userId: string): Promise<void> {
  const command = new AdminUserGlobalSignOutCommand({ UserPoolId: readSetting('USER_POOL_ID'), Username: userId });
  await callCognito((cognito) => cognito.send(command), new AccountDeleted());
  await endSessions(userId);
}
