import { deviceStorage } from '../browser-storage.ts';

/** Amplify's storage key of a refresh token: `CognitoIdentityServiceProvider.<client>.<member>.refreshToken`. */
const REFRESH_TOKEN = /^CognitoIdentityServiceProvider\.[^.]+\..+\.refreshToken$/;

/**
 * Returns whether this browser has a stored session.
 *
 * Checks only the names of the stored keys, so that visitors don't download Amplify.
 */
export function hasStoredSession(storage = deviceStorage): boolean {
  return storage.keys().some((key) => REFRESH_TOKEN.test(key));
}
