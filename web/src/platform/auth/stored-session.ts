import { type BrowserStorage, deviceStorage } from '../browser/browser-storage.ts';

/**
 * Matches Amplify's storage key of a refresh token: `CognitoIdentityServiceProvider.<client>.<member>.refreshToken`.
 */
const REFRESH_TOKEN = /^(CognitoIdentityServiceProvider\.[^.]+)\.(.+)\.refreshToken$/;

/** The last parts of Amplify's keys of a session. Amplify also stores Cognito's device key, which outlives sessions. */
const SESSION_NAMES = ['accessToken', 'idToken', 'clockDrift', 'signInDetails', 'refreshToken'];

/** A session that was taken out of the storage. */
export interface TakenSession {
  readonly refreshToken: string;
  readonly entries: ReadonlyMap<string, string>;
}

/**
 * Returns the ID of the member whose session this browser has stored, or undefined.
 *
 * Reads Amplify's keys, so that visitors don't download Amplify. The keys name the member by ID or by email, depending
 * on how the member signed in. The access token always holds the ID.
 */
export function storedMember(storage = deviceStorage): string | undefined {
  const session = findSession(storage);
  return session && (parseMemberId(storage.read(`${session.pool}.${session.member}.accessToken`)) ?? session.member);
}

/** Returns whether this browser has a stored session. */
export function hasStoredSession(storage = deviceStorage): boolean {
  return findSession(storage) !== undefined;
}

/** Removes the stored session, and returns it. Returns undefined if no session is stored. */
export function takeStoredSession(storage = deviceStorage): TakenSession | undefined {
  const session = findSession(storage);
  if (!session) return undefined;

  const { pool, member } = session;
  const keys = [`${pool}.LastAuthUser`, ...SESSION_NAMES.map((name) => `${pool}.${member}.${name}`)];
  const entries = new Map<string, string>();

  for (const key of keys) {
    const value = storage.read(key);
    if (value !== null) entries.set(key, value);
    storage.write(key, null);
  }

  return { refreshToken: entries.get(`${pool}.${member}.refreshToken`) ?? '', entries };
}

/** Stores a session again. */
export function restoreSession({ entries }: TakenSession, storage = deviceStorage): void {
  for (const [key, value] of entries) storage.write(key, value);
}

/** Returns what the stored session's keys begin with: `pool` names the user pool's client, `member` the member. */
function findSession(storage: BrowserStorage): { readonly pool: string; readonly member: string } | undefined {
  for (const key of storage.keys()) {
    const [, pool, member] = REFRESH_TOKEN.exec(key) ?? [];
    if (pool && member) return { pool, member };
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
