import { randomBytes, randomUUID } from 'node:crypto';
import { AwsError } from '../http/aws-json-server.ts';
import { REGION } from '../template/identities.ts';
import { requireDevice } from './devices.ts';
import { defineOperation, type Operations, type Pool, requireClient, requireSignedIn } from './operation.ts';
import type { Client } from './settings.ts';
import { getLifetimeSeconds } from './tokens.ts';
import type { User } from './users.ts';

/** Operations that refresh and end sessions. `authentication.ts` opens them. */
export const sessions = {
  GetTokensFromRefreshToken: defineOperation(
    ['ClientId', 'RefreshToken', 'DeviceKey'],
    async (pool, { ClientId, RefreshToken, DeviceKey }) =>
      refreshSession(pool, requireClient(pool, ClientId), RefreshToken, DeviceKey),
  ),

  GlobalSignOut: defineOperation(['AccessToken'], async (pool, { AccessToken }) => {
    requireSignedIn(pool, AccessToken).sessions = [];
    await pool.users.save();
    return {};
  }),

  RevokeToken: defineOperation(['ClientId', 'Token'], async (pool, { ClientId, Token }) => {
    const client = requireClient(pool, ClientId);
    try {
      const { user, session } = requireSession(pool, client, Token);
      user.sessions = user.sessions.filter((candidate) => candidate !== session);
      await pool.users.save();
    } catch (error) {
      // An invalid token needs no revocation (RFC 7009, section 2.2).
      if (!(error instanceof AwsError)) throw error;
    }

    return {};
  }),

  DeleteUser: defineOperation(['AccessToken'], async (pool, { AccessToken }) => {
    pool.users.remove(requireSignedIn(pool, AccessToken));
    await pool.users.save();
    return {};
  }),
} satisfies Operations;

/**
 * Opens a session of a user who has proved all factors. Without a known device, the result names a new device.
 *
 * @throws AwsError ResourceNotFoundException if the user has no device with this key
 */
export async function openSession(pool: Pool, client: Client, user: User, knownDeviceKey: string | undefined) {
  const deviceKey = knownDeviceKey ?? `${REGION}_${randomUUID()}`;
  if (knownDeviceKey !== undefined) requireDevice(user, knownDeviceKey).lastSignInAt = pool.now().getTime();

  // Tokens expire by the system's clock, even in tests that replace the pool's clock.
  const now = Date.now();
  const session = { id: randomUUID(), expiresAt: now + getLifetimeSeconds(client, 'RefreshToken') * 1000, deviceKey };
  user.sessions = [...user.sessions.filter(({ expiresAt }) => expiresAt > now), session];
  pool.lockouts.clear(user.id);
  await pool.users.save();

  const RefreshToken = pool.tokens.createRefreshToken(user.id, client, session.id);
  const DeviceGroupKey = `-${randomBytes(4).toString('hex')}`;
  const AuthenticationResult = {
    ...pool.tokens.createSessionTokens(user, client, session),
    RefreshToken,
    ...(knownDeviceKey === undefined && { NewDeviceMetadata: { DeviceKey: deviceKey, DeviceGroupKey } }),
  };

  return { ChallengeParameters: {}, AuthenticationResult };
}

/**
 * Returns new access and ID tokens for a refresh token. The token is bound to its device, which must be confirmed.
 *
 * @throws AwsError if the refresh token is invalid, or its device is another device or forgotten
 */
export function refreshSession(pool: Pool, client: Client, refreshToken: string, deviceKey: string | undefined) {
  requireFlow(client, 'REFRESH_TOKEN_AUTH');
  const { user, session } = requireSession(pool, client, refreshToken);
  if (session.deviceKey !== deviceKey || !user.devices.some(({ key }) => key === deviceKey)) {
    throw new AwsError('NotAuthorizedException', 'Invalid Refresh Token');
  }
  return { ChallengeParameters: {}, AuthenticationResult: pool.tokens.createSessionTokens(user, client, session) };
}

/** @throws AwsError if the refresh token is invalid, expired, revoked, or of another client. */
function requireSession({ tokens, users }: Pool, client: Client, refreshToken: string) {
  const claims = tokens.verify(refreshToken, 'refresh');
  const user = users.find(String(claims['cognito:username']));
  const session = user?.sessions.find(({ id }) => id === claims.jti);
  if (!user || !session) throw new AwsError('NotAuthorizedException', 'Refresh Token has been revoked');
  if (claims.client_id !== client.ClientId) throw new AwsError('NotAuthorizedException', 'Invalid Refresh Token');
  return { user, session };
}

/** @throws AwsError InvalidParameterException if the client doesn't allow this authentication flow. */
export function requireFlow({ ExplicitAuthFlows }: Client, flow: string): void {
  if (ExplicitAuthFlows.includes(`ALLOW_${flow}`)) return;
  throw new AwsError('InvalidParameterException', `${flow} flow not enabled for this client`);
}
