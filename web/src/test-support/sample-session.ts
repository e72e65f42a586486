import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { VIEWER } from './sample-data.ts';

/** Returns a token of the viewer that is valid for an hour. Its signature is invalid, but no test checks it. */
export function newToken(): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object) =>
    btoa(JSON.stringify(part)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_');
  const claims = { sub: VIEWER.id, username: VIEWER.id, iat: now, exp: now + 3600 };
  return `${encode({ alg: 'none' })}.${encode(claims)}.c2lnbmF0dXJl`;
}

/** Returns the entries of local storage in which Amplify keeps the viewer's session after a sign-in with a password. */
export function storedSession({ userPoolClientId }: RuntimeConfig): Record<string, string> {
  const prefix = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const token = newToken();
  const entries = { accessToken: token, idToken: token, refreshToken: 'refresh', clockDrift: '0' };
  const storedEntries = Object.entries(entries).map(([name, value]) => [`${prefix}.${VIEWER.email}.${name}`, value]);
  return { [`${prefix}.LastAuthUser`]: VIEWER.email, ...Object.fromEntries(storedEntries) };
}
