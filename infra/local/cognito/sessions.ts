import { randomUUID } from 'node:crypto';
import { AwsError } from '../http/aws-json-server.ts';
import { defineOperation, type Operations, type Pool, requireClient, requireSignedIn } from './operation.ts';
import { wrongPassword } from './password-proofs.ts';
import type { Client } from './settings.ts';
import { lifetimeSeconds } from './tokens.ts';
import { toAttributeList, type User } from './users.ts';

/** Operations that open, use, and end sessions. */
export const sessions = {
  InitiateAuth: defineOperation(['ClientId', 'AuthFlow', 'AuthParameters'], async (pool, { ClientId, ...input }) => {
    const client = requireClient(pool, ClientId);
    const { USERNAME = '', PASSWORD = '', SRP_A = '', REFRESH_TOKEN = '' } = input.AuthParameters;
    const flow = input.AuthFlow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : input.AuthFlow;
    if (flow === 'REFRESH_TOKEN_AUTH') return refresh(pool, client, REFRESH_TOKEN);
    requireFlow(client, flow);
    const email = USERNAME.trim().toLowerCase();
    const user = pool.users.find(email);
    if (flow === 'USER_SRP_AUTH') {
      const ChallengeParameters = pool.proofs.startChallenge(user, email, SRP_A);
      return { ChallengeName: 'PASSWORD_VERIFIER' as const, ChallengeParameters };
    }
    if (flow !== 'USER_PASSWORD_AUTH') throw unsupported(flow);
    if (!pool.proofs.isPasswordCorrect(user, email, PASSWORD)) throw wrongPassword();
    return openSession(pool, client, user);
  }),

  RespondToAuthChallenge: defineOperation(['ClientId', 'ChallengeName', 'ChallengeResponses'], async (pool, input) => {
    const client = requireClient(pool, input.ClientId);
    requireFlow(client, 'USER_SRP_AUTH');
    if (input.ChallengeName !== 'PASSWORD_VERIFIER') throw unsupported(input.ChallengeName);
    return openSession(pool, client, pool.users.find(pool.proofs.finishChallenge(input.ChallengeResponses)));
  }),

  GetTokensFromRefreshToken: defineOperation(['ClientId', 'RefreshToken'], async (pool, { ClientId, RefreshToken }) =>
    refresh(pool, requireClient(pool, ClientId), RefreshToken),
  ),

  GetUser: defineOperation(['AccessToken'], async (pool, { AccessToken }) => {
    const user = requireSignedIn(pool, AccessToken);
    return { Username: user.id, UserAttributes: toAttributeList(user) };
  }),

  GlobalSignOut: defineOperation(['AccessToken'], async (pool, { AccessToken }) => {
    requireSignedIn(pool, AccessToken).sessions = [];
    await pool.users.save();
    return {};
  }),

  RevokeToken: defineOperation(['ClientId', 'Token'], async (pool, { ClientId, Token }) => {
    const client = requireClient(pool, ClientId);
    try {
      const { user, session } = requireSession(pool, client, Token);
      user.sessions = user.sessions.filter((other) => other !== session);
      await pool.users.save();
    } catch (error) {
      // An invalid token needs no revocation (RFC 7009, section 2.2).
      if (!(error instanceof AwsError)) throw error;
    }
    return {};
  }),
} satisfies Operations;

/**
 * Opens a session after the password check.
 *
 * @throws AwsError if the user is deleted or not confirmed.
 */
async function openSession(pool: Pool, client: Client, user: User | undefined) {
  if (!user) throw wrongPassword();
  if (user.status === 'UNCONFIRMED') throw new AwsError('UserNotConfirmedException', 'User is not confirmed.');
  const now = Date.now();
  const session = { id: randomUUID(), expiresAt: now + lifetimeSeconds(client, 'RefreshToken') * 1000 };
  user.sessions = [...user.sessions.filter(({ expiresAt }) => expiresAt > now), session];
  await pool.users.save();
  const RefreshToken = pool.tokens.createRefreshToken(user.id, client, session.id);
  const AuthenticationResult = { ...pool.tokens.createSessionTokens(user, client, session.id), RefreshToken };
  return { ChallengeParameters: {}, AuthenticationResult };
}

function refresh(pool: Pool, client: Client, refreshToken: string) {
  requireFlow(client, 'REFRESH_TOKEN_AUTH');
  const { user, session } = requireSession(pool, client, refreshToken);
  return { ChallengeParameters: {}, AuthenticationResult: pool.tokens.createSessionTokens(user, client, session.id) };
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
function requireFlow({ ExplicitAuthFlows }: Client, flow: string): void {
  if (ExplicitAuthFlows.includes(`ALLOW_${flow}`)) return;
  throw new AwsError('InvalidParameterException', `${flow} flow not enabled for this client`);
}

function unsupported(name: string): AwsError {
  return new AwsError('InvalidParameterException', `The local user pool doesn't support ${name}.`);
}
