import { withLock } from '../browser/with-lock.ts';

const LOCK = 'fathom-session';

/**
 * Runs an action while this page holds the lock of the stored session, which all tabs share.
 *
 * - `shared`: reads or renews the session.
 * - `exclusive`: replaces or ends the session. Actions in other tabs wait, so that they don't use revoked tokens.
 */
export function withSessionLock<T>(mode: LockMode, action: () => Promise<T>): Promise<T> {
  return withLock(LOCK, { mode }, action);
}
