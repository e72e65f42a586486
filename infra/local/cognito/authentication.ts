import { AwsError } from '../http/aws-json-server.ts';
import { requireDevice } from './devices.ts';
import { defineOperation, type Operations, type Pool, requireClient, requireFlow } from './operation.ts';
import { buildWrongPasswordError } from './password-proofs.ts';
import { openSession, refreshSession } from './sessions.ts';
import type { Client } from './settings.ts';
import type { User } from './users.ts';

type Parameters = Readonly<Record<string, string>>;

/** Operations that check passwords and open sessions. */
export const authenticationOperations = {
  InitiateAuth: defineOperation(['ClientId', 'AuthFlow', 'AuthParameters'], async (pool, { ClientId, ...input }) => {
    const client = requireClient(pool, ClientId);
    const { USERNAME = '', SRP_A = '', REFRESH_TOKEN = '', DEVICE_KEY } = input.AuthParameters;
    // Cognito accepts two names for this flow.
    const flow = input.AuthFlow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : input.AuthFlow;
    if (flow === 'REFRESH_TOKEN_AUTH') return refreshSession(pool, client, REFRESH_TOKEN, DEVICE_KEY);
    // InitiateAuth rejects these flows even if the client allows them for AdminInitiateAuth.
    if (flow.startsWith('ADMIN_')) {
      throw new AwsError('InvalidParameterException', 'Initiate Auth method not supported.');
    }

    requireFlow(client, flow);
    if (flow === 'USER_SRP_AUTH') {
      const email = normalizeEmail(USERNAME);
      const ChallengeParameters = pool.proofs.startChallenge(pool.users.find(email), email, SRP_A);
      return { ChallengeName: 'PASSWORD_VERIFIER' as const, ChallengeParameters };
    }
    if (flow !== 'USER_PASSWORD_AUTH') throw buildUnsupportedError(flow);

    return checkPassword(pool, client, input.AuthParameters);
  }),

  AdminInitiateAuth: defineOperation(['UserPoolId', 'ClientId', 'AuthFlow', 'AuthParameters'], async (pool, input) => {
    const client = requireClient(pool, input.ClientId);
    requireFlow(client, input.AuthFlow);
    if (input.AuthFlow !== 'ADMIN_USER_PASSWORD_AUTH') throw buildUnsupportedError(input.AuthFlow);
    return checkPassword(pool, client, input.AuthParameters);
  }),

  RespondToAuthChallenge: defineOperation(
    ['ClientId', 'ChallengeName', 'ChallengeResponses', 'Session'],
    async (pool, { ChallengeName, ChallengeResponses, ...input }) => {
      const client = requireClient(pool, input.ClientId);
      if (ChallengeName === 'SOFTWARE_TOKEN_MFA') return checkCode(pool, client, input.Session, ChallengeResponses);

      requireFlow(client, 'USER_SRP_AUTH');
      if (ChallengeName !== 'PASSWORD_VERIFIER') throw buildUnsupportedError(ChallengeName);

      // Checks the device first, because a proof works only once. After the error for an unknown device, Amplify sends
      // the same proof again, without the device.
      const { USERNAME = '', DEVICE_KEY: deviceKey } = ChallengeResponses;
      const claimedUser = pool.users.find(normalizeEmail(USERNAME));
      if (claimedUser && deviceKey !== undefined) requireDevice(claimedUser, deviceKey);

      const { userId, isProof } = pool.proofs.finishChallenge(ChallengeResponses);
      pool.lockouts.requireUnlocked(userId);
      const user = isProof ? pool.users.find(userId) : undefined;
      return acceptPassword(pool, client, user, { lockoutKey: userId, deviceKey });
    },
  ),
} satisfies Operations;

async function checkPassword(pool: Pool, client: Client, { USERNAME = '', PASSWORD = '', DEVICE_KEY }: Parameters) {
  const email = normalizeEmail(USERNAME);
  const user = pool.users.find(email);
  // Unknown emails are also locked out, so that callers can't find out whether a user exists.
  const lockoutKey = user?.id ?? email;
  pool.lockouts.requireUnlocked(lockoutKey);

  const isCorrect = pool.proofs.isPasswordCorrect(user, email, PASSWORD);
  return acceptPassword(pool, client, isCorrect ? user : undefined, { lockoutKey, deviceKey: DEVICE_KEY });
}

/**
 * Continues the sign-in after the password check.
 *
 * @param user undefined if the password is wrong, or the user doesn't exist
 * @throws AwsError if the password is wrong, or the user is not confirmed
 */
async function acceptPassword(
  pool: Pool,
  client: Client,
  user: User | undefined,
  { lockoutKey, deviceKey }: { readonly lockoutKey: string; readonly deviceKey: string | undefined },
) {
  if (!user) {
    pool.lockouts.countFailure(lockoutKey);
    throw buildWrongPasswordError();
  }
  if (user.status === 'UNCONFIRMED') throw new AwsError('UserNotConfirmedException', 'User is not confirmed.');

  if (deviceKey !== undefined) requireDevice(user, deviceKey);
  if (!user.totp?.enabled) return openSession(pool, client, user, deviceKey);

  return {
    ChallengeName: 'SOFTWARE_TOKEN_MFA' as const,
    ChallengeParameters: { USER_ID_FOR_SRP: user.id },
    Session: pool.secondFactors.startSignIn({ userId: user.id, clientId: client.ClientId, deviceKey }),
  };
}

/** Opens a session if the authenticator app's code is correct. After a wrong code, the caller may send another code. */
async function checkCode(pool: Pool, client: Client, session: string, responses: Parameters) {
  const { userId, deviceKey } = pool.secondFactors.requireSignIn(session, client.ClientId);
  const user = pool.users.find(userId);
  const { USERNAME = '', SOFTWARE_TOKEN_MFA_CODE = '' } = responses;
  if (!user || pool.users.find(normalizeEmail(USERNAME)) !== user) {
    throw new AwsError('NotAuthorizedException', 'Invalid session for the user.');
  }

  pool.lockouts.requireUnlocked(user.id);
  try {
    pool.secondFactors.acceptCode(user, SOFTWARE_TOKEN_MFA_CODE);
  } catch (error) {
    pool.lockouts.countFailure(user.id);
    throw error;
  }

  pool.secondFactors.finishSignIn(session);
  return openSession(pool, client, user, deviceKey);
}

/** Returns an email as the pool stores it: in lower case, without spaces around it. */
function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

function buildUnsupportedError(name: string): AwsError {
  return new AwsError('InvalidParameterException', `The local user pool doesn't support ${name}.`);
}
