/** Amplify's storage key of a refresh token: `CognitoIdentityServiceProvider.<client>.<member>.refreshToken`. */
const REFRESH_TOKEN = /^CognitoIdentityServiceProvider\.[^.]+\..+\.refreshToken$/;

/**
 * Returns whether this browser has a stored session.
 *
 * Checks only the names of the stored keys, so that visitors don't download Amplify.
 */
export function hasStoredSession(storage: () => Pick<Storage, 'length' | 'key'> = () => localStorage): boolean {
  try {
    const entries = storage();
    return Array.from({ length: entries.length }, (_, index) => entries.key(index)).some(
      (key) => key !== null && REFRESH_TOKEN.test(key),
    );
  } catch {
    // The browser forbids storage.
    return false;
  }
}
