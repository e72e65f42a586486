/** Where Amplify keeps what a session is renewed with: `CognitoIdentityServiceProvider.<client>.<member>.refreshToken`. */
const REFRESH_TOKEN = /^CognitoIdentityServiceProvider\.[^.]+\..+\.refreshToken$/;

/**
 * Whether this browser remembers a session, told by the names of the stored keys alone: a visitor who is not signed
 * in never downloads the identity client.
 */
export function hasStoredSession(storage: () => Pick<Storage, 'length' | 'key'> = () => localStorage): boolean {
  try {
    const stored = storage();
    return Array.from({ length: stored.length }, (_, index) => stored.key(index)).some(
      (key) => key !== null && REFRESH_TOKEN.test(key),
    );
  } catch {
    // A browser that forbids storage remembers nothing.
    return false;
  }
}
