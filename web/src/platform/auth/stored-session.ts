import { type BrowserStorage, deviceStorage } from '../browser/browser-storage.ts';

/**
 * Matches Amplify's key of a refresh token: `CognitoIdentityServiceProvider.<client>.<memberName>.refreshToken`.
 */
const REFRESH_TOKEN = /^(CognitoIdentityServiceProvider\.[^.]+)\.(.+)\.refreshToken$/;

/** The endings of Amplify's keys of a session. Amplify also stores Cognito's device key, which outlives sessions. */
const SESSION_KEY_ENDINGS = ['accessToken', 'idToken', 'clockDrift', 'signInDetails', 'refreshToken'];

/** A session that was taken out of the storage. */
export interface TakenSession {
  readonly refreshToken: string;
  readonly entries: ReadonlyMap<string, string>;
}

/** The first parts of the keys of a stored session. */
interface SessionKeyParts {
  /** Names Cognito and the client of the user pool. */
  readonly clientPrefix: string;
  /** The ID or the email of the member. */
  readonly memberName: string;
}

/**
 * Returns the ID of the member whose session this browser has stored, or undefined.
 *
 * Reads Amplify's keys, so that visitors don't download Amplify. The name of the member in the keys is an ID or an
 * email, depending on how the member signed in. The access token always holds the ID.
 */
export function storedMemberId(storage = deviceStorage): string | undefined {
  const keyParts = findSessionKeyParts(storage);
  if (!keyParts) return undefined;

  const { clientPrefix, memberName } = keyParts;
  return parseMemberId(storage.read(`${clientPrefix}.${memberName}.accessToken`)) ?? memberName;
}

/** Returns whether this browser has a stored session. */
export function hasStoredSession(storage = deviceStorage): boolean {
  return findSessionKeyParts(storage) !== undefined;
}

/** Removes the stored session, and returns it. Returns undefined if no session is stored. */
export function takeStoredSession(storage = deviceStorage): TakenSession | undefined {
  const keyParts = findSessionKeyParts(storage);
  if (!keyParts) return undefined;

  const { clientPrefix, memberName } = keyParts;
  const keys = [
    `${clientPrefix}.LastAuthUser`,
    ...SESSION_KEY_ENDINGS.map((ending) => `${clientPrefix}.${memberName}.${ending}`),
  ];
  const entries = new Map<string, string>();

  for (const key of keys) {
    const value = storage.read(key);
    if (value !== null) entries.set(key, value);
    storage.write(key, null);
  }

  return { refreshToken: entries.get(`${clientPrefix}.${memberName}.refreshToken`) ?? '', entries };
}

/** Stores a session again. */
export function restoreSession({ entries }: TakenSession, storage = deviceStorage): void {
  for (const [key, value] of entries) storage.write(key, value);
}

/** Returns the first parts of the stored session's keys, or undefined without a session. */
function findSessionKeyParts(storage: BrowserStorage): SessionKeyParts | undefined {
  for (const key of storage.keys()) {
    const [, clientPrefix, memberName] = REFRESH_TOKEN.exec(key) ?? [];
    if (clientPrefix && memberName) return { clientPrefix, memberName };
  }

  return undefined;
}

/** Returns the ID in an access token, a JSON web token. Undefined if it can't be read. */
function parseMemberId(token: string | null): string | undefined {
  const [, claims = ''] = token?.split('.') ?? [];

  try {
    // Tokens are encoded as base64url, but `atob` reads only base64.
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub;
  } catch {
    return undefined;
  }
}
