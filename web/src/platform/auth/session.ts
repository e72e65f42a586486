import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { configureAmplify } from './configure-amplify.ts';
import { withSessionLock } from './session-lock.ts';

let pendingRenewal: Promise<string | undefined> | undefined;

/**
 * Returns the member's access token, or undefined if the session has ended.
 *
 * Renews the token if it has expired, or if `forceRefresh` is set.
 *
 * @throws if Cognito can't be reached. The session may still be valid then.
 */
export async function accessToken({ forceRefresh = false } = {}): Promise<string | undefined> {
  await configureAmplify();
  if (!forceRefresh) return withSessionLock('shared', () => fetchToken(false));
  // Requests that fail at the same time share one renewal, because a refresh token may be valid only once.
  pendingRenewal ??= withSessionLock('shared', () => fetchToken(true)).finally(() => {
    pendingRenewal = undefined;
  });
  return pendingRenewal;
}

async function fetchToken(forceRefresh: boolean): Promise<string | undefined> {
  try {
    const { tokens } = await fetchAuthSession({ forceRefresh });
    return tokens?.accessToken.toString();
  } catch (error) {
    if (error instanceof Error && /^(NotAuthorized|UserNotFound|UserUnAuthenticated|TokenRefresh)/.test(error.name)) {
      return undefined;
    }
    throw error;
  }
}

/** The session has ended, so the member must sign in first. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';
}

/**
 * Runs an action that replaces or ends the session. Until it is done, requests in all tabs wait for their token.
 *
 * The server revokes tokens before it responds. Without the wait, a request in between would end the visit.
 *
 * @param action - receives the present access token. It must not call `accessToken`, which would wait forever.
 * @throws SessionEndedError; errors of `action`
 */
export async function changeSession<T>(action: (token: string) => Promise<T>): Promise<T> {
  await configureAmplify();
  return withSessionLock('exclusive', async () => {
    const token = await fetchToken(false);
    if (!token) throw new SessionEndedError();
    return action(token);
  });
}

/** Resolves when no tab is replacing or ending the session. */
export function waitForSessionChange(): Promise<void> {
  return withSessionLock('shared', async () => {});
}

/** Signs out in this browser and revokes the session. */
export async function endSession(): Promise<void> {
  await configureAmplify();
  await signOut();
}
