import { randomBytes, randomUUID } from 'node:crypto';
import { AwsError } from '../http/aws-json-server.ts';
import { REGION } from '../template/identities.ts';
import { requireDevice } from './devices.ts';
import {
  defineOperation,
  type Operations,
  type Pool,
  requireClient,
  requireFlow,
  requireSignedInUser,
} from './operation.ts';
import type { Client } from './settings.ts';
import { getLifetimeSeconds } from './tokens.ts';
import type { Session, User } from './users.ts';

/** Operations that refresh and end sessions, or delete the account. `authentication.ts` calls {@link openSession}. */
export const sessionOperations = {
  GetTokensFromRefreshToken: defineOperation(
    ['ClientId', 'RefreshToken', 'DeviceKey'],
    async (pool, { ClientId, RefreshToken, DeviceKey }) =>
      refreshSession(pool, requireClient(pool, ClientId), RefreshToken, DeviceKey),
  ),

  GlobalSignOut: defineOperation(['AccessToken'], async (pool, { AccessToken }) => {
    const user = requireSignedInUser(pool, AccessToken);
    user.sessions = [];
    await pool.users.save();
    return {};
  }),

  RevokeToken: defineOperation(['ClientId', 'Token'], async (pool, { ClientId, Token }) => {
    const client = requireClient(pool, ClientId);
    try {
      const { user, session } = requireSessionOfToken(pool, client, Token);
      user.sessions = user.sessions.filter((other) => other !== session);
      await pool.users.save();
    } catch (error) {
      // An invalid token needs no revocation (RFC 7009, section 2.2).
      if (!(error instanceof AwsError)) throw error;
    }

    return {};
  }),

  DeleteUser: defineOperation(['AccessToken'], async (pool, { AccessToken }) => {
    pool.users.remove(requireSignedInUser(pool, AccessToken));
    await pool.users.save();
    return {};
  }),
} satisfies Operations;

/**
 * Opens a session of a user who has proved all factors. Without a known device, the result contains the key of a new
 * device, which the caller may confirm later.
 *
 * @throws AwsError ResourceNotFoundException if the user has no device with this key
 */
export async function openSession(pool: Pool, client: Client, user: User, knownDeviceKey: string | undefined) {
  const deviceKey = knownDeviceKey ?? `${REGION}_${randomUUID()}`;
  if (knownDeviceKey !== undefined) requireDevice(user, knownDeviceKey).lastSignInAt = pool.now().getTime();

  const session = addSession(user, client, deviceKey);
  pool.lockouts.clear(user.id);
  await pool.users.save();

  const deviceGroupKey = `-${randomBytes(4).toString('hex')}`;
  const newDevice = { DeviceKey: deviceKey, DeviceGroupKey: deviceGroupKey };
  return {
    ChallengeParameters: {},
    AuthenticationResult: {
      ...pool.tokens.createSessionTokens(user, client, session),
      RefreshToken: pool.tokens.createRefreshToken(user.id, client, session.id),
      ...(knownDeviceKey === undefined && { NewDeviceMetadata: newDevice }),
    },
  };
}

/** Adds a session to a user, and removes expired sessions. The caller saves the user. */
function addSession(user: User, client: Client, deviceKey: string): Session {
  // Tokens expire by the system's clock, even in tests that replace the pool's clock.
  const now = Date.now();
  const session = { id: randomUUID(), expiresAt: now + getLifetimeSeconds(client, 'RefreshToken') * 1000, deviceKey };
  user.sessions = [...user.sessions.filter(({ expiresAt }) => expiresAt > now), session];
  return session;
}

/**
 * Returns new access and ID tokens for a refresh token. The token is bound to a device, which must be among the user's
 * devices. Only confirmed devices are.
 *
 * @throws AwsError if the refresh token is invalid, or belongs to another device or a forgotten one
 */
export function refreshSession(pool: Pool, client: Client, refreshToken: string, deviceKey: string | undefined) {
  requireFlow(client, 'REFRESH_TOKEN_AUTH');
  const { user, session } = requireSessionOfToken(pool, client, refreshToken);
  if (session.deviceKey !== deviceKey || !user.devices.some(({ key }) => key === deviceKey)) {
    throw new AwsError('NotAuthorizedException', 'Invalid Refresh Token');
  }

  return { ChallengeParameters: {}, AuthenticationResult: pool.tokens.createSessionTokens(user, client, session) };
}

/** @throws AwsError if the refresh token is invalid, expired, revoked, or of another client. */
function requireSessionOfToken({ tokens, users }: Pool, client: Client, refreshToken: string) {
  const claims = tokens.verify(refreshToken, 'refresh');
  const user = users.find(String(claims['cognito:username']));
  const session = user?.sessions.find(({ id }) => id === claims.jti);
  if (!user || !session) throw new AwsError('NotAuthorizedException', 'Refresh Token has been revoked');
  if (claims.client_id !== client.ClientId) throw new AwsError('NotAuthorizedException', 'Invalid Refresh Token');
  return { user, session };
}
