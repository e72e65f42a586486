import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { configureAmplify } from './configure-amplify.ts';

let renewing: Promise<string | undefined> | undefined;

/**
 * The member's access token, renewed when it has expired or when that is forced. Undefined when there is no session
 * any more.
 *
 * @throws when the identity service cannot be reached: then nothing is known of the session.
 */
export async function accessToken({ forceRefresh = false } = {}): Promise<string | undefined> {
  await configureAmplify();
  if (!forceRefresh) return token(false);
  // Calls that are refused side by side share one renewal: a refresh token may be good for one use only.
  renewing ??= token(true).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function token(forceRefresh: boolean): Promise<string | undefined> {
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

/** Signs out on this browser and revokes the session. */
export async function endSession(): Promise<void> {
  await configureAmplify();
  await signOut();
}
