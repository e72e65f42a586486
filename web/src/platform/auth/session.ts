import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { configureAmplify } from './configure-amplify.ts';
import { revokeSession } from './revoke-session.ts';
import { withSessionLock } from './session-lock.ts';
import { hasStoredSession, takeStoredSession } from './stored-session.ts';

/** A request for the token of one visit. */
export interface TokenRequest {
  /** Renews the token even if it hasn't expired. */
  readonly forceRefresh?: boolean;
  /** The ID of the visit's member. A session of another member gives no token. */
  readonly memberId?: string | undefined;
  /** Returns whether the member has logged out since. A session that was renewed in the meantime is removed again. */
  readonly hasLoggedOut?: () => boolean;
}

/** The renewal that is running, for one member. */
let pendingRenewal: { readonly memberId: string | undefined; readonly token: Promise<string | undefined> } | undefined;

/**
 * Returns the member's access token, or undefined if the session has ended.
 *
 * Renews the token if it has expired, or if `forceRefresh` is set.
 *
 * @throws if Cognito can't be reached. The session may still be valid then.
 */
export async function accessToken(request: TokenRequest = {}): Promise<string | undefined> {
  await configureAmplify();
  const { forceRefresh = false, memberId } = request;
  const fetchOwnToken = () => fetchMemberToken(request);

  if (!forceRefresh) return withSessionLock('shared', fetchOwnToken);
  // Requests that fail at the same time share one renewal, because a refresh token may be valid only once.
  if (pendingRenewal && pendingRenewal.memberId === memberId) return pendingRenewal.token;

  const token = withSessionLock('shared', fetchOwnToken).finally(() => {
    if (pendingRenewal?.token === token) pendingRenewal = undefined;
  });
  pendingRenewal = { memberId, token };

  return token;
}

/** Returns the token of a member. Removes the session if the member has logged out during a renewal. */
async function fetchMemberToken(request: TokenRequest): Promise<string | undefined> {
  const { forceRefresh = false, memberId, hasLoggedOut = () => false } = request;
  let wasRemoved = false;
  const onStorage = () => {
    wasRemoved ||= !hasStoredSession();
  };

  addEventListener('storage', onStorage);
  const token = await fetchToken({ forceRefresh }).finally(() => removeEventListener('storage', onStorage));

  // A renewal that ends after the logout, here or in another tab, has stored its tokens again.
  if (wasRemoved || hasLoggedOut()) {
    removeSession();
    return undefined;
  }

  return token && isTokenOf(token, memberId) ? token.text : undefined;
}

/** An access token, and the ID of its member. */
interface Token {
  readonly text: string;
  readonly memberId: string | undefined;
}

/** Returns whether a token is the member's. Without storage, a page has no member ID, and accepts any token. */
function isTokenOf(token: Token, memberId: string | undefined): boolean {
  return memberId === undefined || token.memberId === memberId;
}

/** Matches the names of Amplify's errors if the session has ended. */
const SESSION_ENDED = /^(NotAuthorized|UserNotFound|UserUnAuthenticated|TokenRefresh)/;

/** Returns the stored or renewed token, or undefined if the session has ended. */
async function fetchToken(options: { forceRefresh: boolean }): Promise<Token | undefined> {
  try {
    const { tokens } = await fetchAuthSession(options);
    return tokens && { text: tokens.accessToken.toString(), memberId: tokens.accessToken.payload?.sub };
  } catch (error) {
    if (error instanceof Error && SESSION_ENDED.test(error.name)) return undefined;
    throw error;
  }
}

/** Thrown when the session has ended, so that the member must sign in first. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';
}

/**
 * Runs an action that replaces or ends the session. Until it is done, requests in all tabs wait for their token.
 *
 * The server revokes tokens before it responds. Without the wait, a request in between would end the visit.
 *
 * @param memberId - the ID of the visit's member. Another tab may have stored the session of another member
 * @param action - receives the current access token. It must not call `accessToken`, which would wait forever
 * @throws SessionEndedError if the member has no session; errors of `action`
 */
export async function changeSession<T>(
  memberId: string | undefined,
  action: (token: string) => Promise<T>,
): Promise<T> {
  await configureAmplify();

  return withSessionLock('exclusive', async () => {
    const token = await fetchToken({ forceRefresh: false });
    if (!token || !isTokenOf(token, memberId)) throw new SessionEndedError();

    return action(token.text);
  });
}

/** Resolves when no tab is replacing, renewing, or ending the session. */
export function waitForSessionChange(): Promise<void> {
  return withSessionLock('exclusive', async () => {});
}

/**
 * Removes the session from this browser, and then revokes it. Doesn't wait for the user pool, which may not respond.
 *
 * Without storage, Amplify keeps the session in memory, and only Amplify can end it.
 */
export async function endSession(): Promise<void> {
  if (removeSession()) return;

  await configureAmplify();
  await signOut();
}

/** Removes the stored session, and revokes it in the background. Returns false if no session is stored. */
function removeSession(): boolean {
  const session = takeStoredSession();
  if (session) void revokeSession(session).catch(console.error);
  return session !== undefined;
}
