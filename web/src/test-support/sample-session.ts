import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { VIEWER } from './sample-data.ts';

/** Builds a token of the viewer that is valid for an hour. Its signature is invalid, but no test checks it. */
export function buildToken(): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object) =>
    btoa(JSON.stringify(part)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_');

  const header = { alg: 'none' };
  const claims = { sub: VIEWER.id, username: VIEWER.id, iat: now, exp: now + 3600 };
  return `${encode(header)}.${encode(claims)}.${btoa('signature')}`;
}

/** Builds the entries of local storage in which Amplify keeps the viewer's session after a sign-in with a password. */
export function buildStoredSession({ userPoolClientId }: RuntimeConfig): Record<string, string> {
  const prefix = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const token = buildToken();
  const entries = { accessToken: token, idToken: token, refreshToken: 'refresh', clockDrift: '0' };
  const sessionEntries = Object.entries(entries).map(([name, value]) => [`${prefix}.${VIEWER.email}.${name}`, value]);
  return { [`${prefix}.LastAuthUser`]: VIEWER.email, ...Object.fromEntries(sessionEntries) };
}
