import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../aws-json-server.ts';
import {
  attributeList,
  operation,
  type Pool,
  record,
  requireClient,
  requireFlow,
  requireSignedIn,
  text,
  token,
} from './operation.ts';
import { wrongPassword } from './password-proofs.ts';
import type { Client } from './settings.ts';
import { lifetime } from './tokens.ts';
import type { User } from './users.ts';

const initiateAuth = operation(
  'InitiateAuth',
  z.object({ ClientId: text, AuthFlow: text, AuthParameters: record.default({}) }),
  async (pool, { ClientId, AuthFlow, AuthParameters }) => {
    const client = requireClient(pool, ClientId);
    if (AuthFlow === 'REFRESH_TOKEN_AUTH' || AuthFlow === 'REFRESH_TOKEN') {
      return refresh(pool, client, AuthParameters.REFRESH_TOKEN ?? '');
    }
    requireFlow(client, AuthFlow);
    const email = (AuthParameters.USERNAME ?? '').trim().toLowerCase();
    const user = pool.users.find(email);
    switch (AuthFlow) {
      case 'USER_SRP_AUTH':
        return {
          ChallengeName: 'PASSWORD_VERIFIER' as const,
          ChallengeParameters: pool.proofs.begin(user, email, AuthParameters.SRP_A ?? ''),
        };
      case 'USER_PASSWORD_AUTH':
        if (!pool.proofs.isPassword(user, email, AuthParameters.PASSWORD ?? '')) throw wrongPassword();
        return openSession(pool, client, user);
      default:
        throw new AwsError('InvalidParameterException', `The local user pool has no ${AuthFlow}.`);
    }
  },
);

const respondToAuthChallenge = operation(
  'RespondToAuthChallenge',
  z.object({ ClientId: text, ChallengeName: text, ChallengeResponses: record.default({}) }),
  async (pool, { ClientId, ChallengeName, ChallengeResponses }) => {
    const client = requireClient(pool, ClientId);
    requireFlow(client, 'USER_SRP_AUTH');
    if (ChallengeName !== 'PASSWORD_VERIFIER') {
      throw new AwsError('InvalidParameterException', `The local user pool has no ${ChallengeName}.`);
    }
    const userId = pool.proofs.finish(ChallengeResponses);
    return openSession(pool, client, pool.users.find(userId));
  },
);

const getTokensFromRefreshToken = operation(
  'GetTokensFromRefreshToken',
  z.object({ ClientId: text, RefreshToken: token }),
  async (pool, { ClientId, RefreshToken }) => refresh(pool, requireClient(pool, ClientId), RefreshToken),
);

const getUser = operation('GetUser', z.object({ AccessToken: token }), async (pool, { AccessToken }) => {
  const user = requireSignedIn(pool, AccessToken);
  return { Username: user.id, UserAttributes: attributeList(user) };
});

const globalSignOut = operation('GlobalSignOut', z.object({ AccessToken: token }), async (pool, { AccessToken }) => {
  requireSignedIn(pool, AccessToken).sessions = [];
  await pool.users.save();
  return {};
});

const revokeToken = operation(
  'RevokeToken',
  z.object({ ClientId: text, Token: token }),
  async (pool, { ClientId, Token }) => {
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
  },
);

/**
 * Signs in a user who has proved the password.
 *
 * @throws AwsError if the user was deleted or isn't confirmed
 */
async function openSession(pool: Pool, client: Client, user: User | undefined) {
  if (!user) throw wrongPassword();
  if (user.status === 'UNCONFIRMED') throw new AwsError('UserNotConfirmedException', 'User is not confirmed.');
  const id = randomUUID();
  const now = Date.now();
  const expiresAt = now + lifetime(client, 'RefreshToken') * 1000;
  user.sessions = [...user.sessions.filter((session) => session.expiresAt > now), { id, expiresAt }];
  await pool.users.save();
  const RefreshToken = pool.tokens.refreshToken(user, client, id);
  return {
    ChallengeParameters: {},
    AuthenticationResult: { ...pool.tokens.sessionTokens(user, client, id), RefreshToken },
  };
}

function refresh(pool: Pool, client: Client, refreshToken: string) {
  requireFlow(client, 'REFRESH_TOKEN_AUTH');
  const { user, session } = requireSession(pool, client, refreshToken);
  return { ChallengeParameters: {}, AuthenticationResult: pool.tokens.sessionTokens(user, client, session.id) };
}

/** @throws AwsError if the refresh token is invalid or expired, belongs to another client, or was revoked */
function requireSession({ tokens, users }: Pool, client: Client, refreshToken: string) {
  const claims = tokens.verify(refreshToken, 'refresh');
  const user = users.find(String(claims['cognito:username']));
  const session = user?.sessions.find(({ id }) => id === claims.jti);
  if (!user || !session) throw new AwsError('NotAuthorizedException', 'Refresh Token has been revoked');
  if (claims.client_id !== client.ClientId) throw new AwsError('NotAuthorizedException', 'Invalid Refresh Token');
  return { user, session };
}

/** Operations that open, use, and end sessions. */
export const sessions = [
  initiateAuth,
  respondToAuthChallenge,
  getTokensFromRefreshToken,
  getUser,
  globalSignOut,
  revokeToken,
];
