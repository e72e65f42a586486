import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { VIEWER } from './sample-data.ts';

/**
 * Builds a token of a member, by default the viewer, that is valid for an hour. Its signature is invalid, but no test
 * checks it.
 */
export function buildToken(memberId = VIEWER.id): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object) =>
    btoa(JSON.stringify(part)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_');

  const header = { alg: 'none' };
  const claims = { sub: memberId, username: memberId, iat: now, exp: now + 3600 };
  return `${encode(header)}.${encode(claims)}.${btoa('signature')}`;
}

/**
 * Builds the entries of local storage in which Amplify keeps a session after a sign-in with a password. It is the
 * viewer's session, or that of another member with the same email.
 */
export function buildStoredSession({ userPoolClientId }: RuntimeConfig, memberId = VIEWER.id): Record<string, string> {
  const prefix = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const token = buildToken(memberId);
  const entries = { accessToken: token, idToken: token, refreshToken: 'refresh', clockDrift: '0' };
  const sessionEntries = Object.entries(entries).map(([name, value]) => [`${prefix}.${VIEWER.email}.${name}`, value]);
  return { [`${prefix}.LastAuthUser`]: VIEWER.email, ...Object.fromEntries(sessionEntries) };
}
