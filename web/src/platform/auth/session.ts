import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { configureAmplify } from './configure-amplify.ts';

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
  if (!forceRefresh) return fetchToken(false);
  // Requests that fail at the same time share one renewal, because a refresh token may be valid only once.
  pendingRenewal ??= fetchToken(true).finally(() => {
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

/** Signs out in this browser and revokes the session. */
export async function endSession(): Promise<void> {
  await configureAmplify();
  await signOut();
}
