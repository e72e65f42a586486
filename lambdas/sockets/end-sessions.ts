import { setTimeout } from 'node:timers/promises';
import { refuseTokensBefore } from '../table/profile.ts';
import { closeSockets } from './close-sockets.ts';

/**
 * Ends all of a member's sessions: refuses every access token issued so far, and closes the member's sockets.
 *
 * Revoke the refresh tokens in Cognito first. Otherwise a refresh after this call gives a token that is accepted.
 *
 * A token states the second in which it was issued. All tokens of the current second are refused, so this function
 * returns when the next second has begun: tokens that are issued afterwards are accepted. See
 * docs/adr/0026-ending-sessions.md.
 *
 * @throws AccountDeleted if the member has no profile or has deleted their account
 * @throws the error of the table. If tokens are already refused but sockets are still open, a repeated call closes
 *   them.
 */
export async function endSessions(userId: string): Promise<void> {
  const validFrom = await refuseTokensBefore(userId, Math.floor(Date.now() / 1000) + 1);
  await closeSockets(userId);
  // A timer can fire a millisecond early.
  while (Date.now() < validFrom * 1000) await setTimeout(validFrom * 1000 - Date.now());
}
