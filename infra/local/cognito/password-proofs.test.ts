/**
 * Tests of sign-in with SRP in the local user pool: the client proves that it knows the password without sending it.
 * The pool stores a verifier instead of the password. Names in PascalCase or capitals are fields of Cognito's API.
 */
import { createSrpSession, signSrpSession } from 'cognito-srp-helper';
import { describe, expect, it } from 'vitest';
import type { UserPool } from './cognito.ts';
import {
  advanceMs,
  CLIENT_ID,
  call,
  decodeClaims,
  fixture,
  openPool,
  POOL_ID,
  readStoredState,
  signUp,
} from './fixture.ts';
import { signInToPool } from './sign-in.ts';

const ANN = 'ann@sea.example';

/** The error for a wrong password and for an unknown email. */
const WRONG_PASSWORD = { code: 'NotAuthorizedException', message: 'Incorrect username or password.' };

/** The settings of a stage whose members sign in with SRP. */
const srpStage = { userPoolId: POOL_ID, authFlow: 'USER_SRP_AUTH' } as const;

/** Opens a pool whose client allows SRP, but no plain passwords. */
const openSrpPool = () => openPool({ flows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] });

/** Signs in through both steps of SRP, as the web app does. */
const signInWithSrp = (pool: UserPool, email = ANN, password = 'secret') =>
  signInToPool(srpStage, (operation, input) => call(pool, operation, input), { email, password });

/** Starts a handshake. Returns the challenge's parameters and the response for the password. */
async function startHandshake(pool: UserPool, email = ANN, password = 'secret') {
  const isHashed = false;
  const session = createSrpSession(email, password, POOL_ID, isHashed);
  const input = { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: email, SRP_A: session.largeA } };
  const challenge = (await call(pool, 'InitiateAuth', input)) as unknown as {
    ChallengeName: string;
    ChallengeParameters: Record<'SALT' | 'SRP_B' | 'SECRET_BLOCK' | 'USER_ID_FOR_SRP' | 'USERNAME', string>;
  };

  const { timestamp, passwordSignature, secret } = signSrpSession(session, challenge);
  const response: Record<string, string> = {
    USERNAME: challenge.ChallengeParameters.USER_ID_FOR_SRP,
    TIMESTAMP: timestamp,
    PASSWORD_CLAIM_SECRET_BLOCK: secret,
    PASSWORD_CLAIM_SIGNATURE: passwordSignature,
  };

  return { parameters: challenge.ChallengeParameters, response };
}

/** Sends a response to a challenge. */
const respond = (pool: UserPool, ChallengeResponses: object, ChallengeName = 'PASSWORD_VERIFIER') =>
  call(pool, 'RespondToAuthChallenge', { ChallengeName, ChallengeResponses });

const advanceSeconds = (seconds: number) => advanceMs(seconds * 1000);

describe('USER_SRP_AUTH', () => {
  it('opens a session with SRP', async () => {
    const pool = await openSrpPool();
    const { UserSub } = await signUp(pool);

    const { AccessToken } = await signInWithSrp(pool, 'Ann@Sea.example');

    expect(decodeClaims(AccessToken)).toMatchObject({ sub: UserSub, client_id: CLIENT_ID, token_use: 'access' });
    expect(await call(pool, 'GetUser', { AccessToken })).toHaveProperty('UserAttributes');
  });

  it('accepts the correct password for any random values of a handshake', async () => {
    const pool = await openSrpPool();
    // About one value in 256 starts with a zero byte, and every second value with a set bit. Wrong padding would fail.
    for (let index = 0; index < 8; index++) {
      const email = `diver-${index}@sea.example`;
      const password = `pässword ${index} 🐟`;
      await signUp(pool, email, password);
      await signInWithSrp(pool, email, password);
    }
  });

  it('rejects a wrong password', async () => {
    const pool = await openSrpPool();
    await signUp(pool);

    for (const wrongPassword of ['secret ', 'Secret', '']) {
      await expect(signInWithSrp(pool, ANN, wrongPassword)).rejects.toMatchObject(WRONG_PASSWORD);
    }
  });

  it('rejects USER_PASSWORD_AUTH if the client does not allow it', async () => {
    const pool = await openSrpPool();
    await signUp(pool);
    const input = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: ANN, PASSWORD: 'secret' } };
    const message = 'USER_PASSWORD_AUTH flow not enabled for this client';

    await expect(call(pool, 'InitiateAuth', input)).rejects.toMatchObject({
      code: 'InvalidParameterException',
      message,
    });
  });

  it('rejects USER_SRP_AUTH if the client does not allow it', async () => {
    const pool = await openPool();
    const error = { code: 'InvalidParameterException', message: 'USER_SRP_AUTH flow not enabled for this client' };

    await expect(signInWithSrp(pool)).rejects.toMatchObject(error);
    await expect(respond(pool, {})).rejects.toMatchObject(error);
  });

  it('gives an unknown email a stable user ID and salt, so that the email looks registered', async () => {
    const pool = await openSrpPool();
    const { UserSub } = await signUp(pool);
    const member = await startHandshake(pool);
    const stranger = await startHandshake(pool, 'x@y.example');
    const sameStranger = await startHandshake(pool, 'x@y.example');

    expect(member.parameters.USER_ID_FOR_SRP).toBe(UserSub);
    expect(stranger.parameters.USER_ID_FOR_SRP).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(sameStranger.parameters.USER_ID_FOR_SRP).toBe(stranger.parameters.USER_ID_FOR_SRP);
    expect(sameStranger.parameters.SALT).toBe(stranger.parameters.SALT);
    expect(sameStranger.parameters.SRP_B).not.toBe(stranger.parameters.SRP_B);
    await expect(respond(pool, stranger.response)).rejects.toMatchObject(WRONG_PASSWORD);
  });

  it('accepts a response once', async () => {
    const pool = await openSrpPool();
    await signUp(pool);
    const { response } = await startHandshake(pool);

    expect(await respond(pool, response)).toHaveProperty('AuthenticationResult');
    await expect(respond(pool, response)).rejects.toMatchObject(WRONG_PASSWORD);

    // A signature is valid only for its own challenge, and a challenge is valid for one attempt.
    const { response: otherResponse } = await startHandshake(pool);
    const mixedResponse = { ...otherResponse, PASSWORD_CLAIM_SIGNATURE: response.PASSWORD_CLAIM_SIGNATURE };
    await expect(respond(pool, mixedResponse)).rejects.toMatchObject(WRONG_PASSWORD);
    await expect(respond(pool, otherResponse)).rejects.toMatchObject(WRONG_PASSWORD);
  });

  it('accepts a proof again after a request with a forgotten device, as Amplify sends it', async () => {
    const pool = await openSrpPool();
    await signUp(pool);
    const { response } = await startHandshake(pool);

    await expect(respond(pool, { ...response, DEVICE_KEY: 'forgotten' })).rejects.toMatchObject({
      code: 'ResourceNotFoundException',
      message: 'Device does not exist.',
    });
    expect(await respond(pool, response)).toHaveProperty('AuthenticationResult');
  });

  it('locks the account for a second after five wrong passwords', async () => {
    const pool = await openSrpPool();
    await signUp(pool);

    for (let attempt = 0; attempt < 5; attempt++) {
      const { response } = await startHandshake(pool, ANN, 'wrong!');
      await expect(respond(pool, response)).rejects.toMatchObject(WRONG_PASSWORD);
    }

    const lockedError = { code: 'NotAuthorizedException', message: 'Password attempts exceeded' };
    await expect(signInWithSrp(pool)).rejects.toMatchObject(lockedError);

    advanceSeconds(1);
    await signInWithSrp(pool);
  });

  it('rejects a response after three minutes', async () => {
    const pool = await openSrpPool();
    await signUp(pool);
    const lateHandshake = await startHandshake(pool);
    const timelyHandshake = await startHandshake(pool);

    // The responses come 170 and 190 seconds after their challenges.
    advanceSeconds(170);
    await respond(pool, timelyHandshake.response);

    advanceSeconds(20);
    await expect(respond(pool, lateHandshake.response)).rejects.toMatchObject(WRONG_PASSWORD);
  });

  // 0 is a multiple of the group's prime.
  it.each(['', 'xyz', '0', undefined])('rejects the public value %j', async (SRP_A) => {
    const pool = await openSrpPool();
    await signUp(pool);
    const input = { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: ANN, SRP_A } };

    await expect(call(pool, 'InitiateAuth', input)).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });

  it.each([
    ['another timestamp format', { TIMESTAMP: '2026-11-21T10:00:00Z' }, 'InvalidParameterException'],
    ['a signature of another length', { PASSWORD_CLAIM_SIGNATURE: 'AAAA' }, 'NotAuthorizedException'],
    ['a timestamp that was not signed', { TIMESTAMP: 'Sat Nov 21 10:00:00 UTC 2020' }, 'NotAuthorizedException'],
    ['an unknown secret block', { PASSWORD_CLAIM_SECRET_BLOCK: 'AAAA' }, 'NotAuthorizedException'],
  ])('rejects a response with %s', async (_, changes, code) => {
    const pool = await openSrpPool();
    await signUp(pool);
    const { response } = await startHandshake(pool);

    await expect(respond(pool, { ...response, ...changes })).rejects.toMatchObject({ code });
  });

  it('rejects an unsupported challenge name', async () => {
    const pool = await openSrpPool();

    await expect(respond(pool, {}, 'SMS_MFA')).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });

  it('rejects a sign-in until the user is confirmed', async () => {
    fixture.triggers = {};
    const pool = await openSrpPool();
    await signUp(pool);

    await expect(signInWithSrp(pool)).rejects.toMatchObject({ code: 'UserNotConfirmedException' });

    await call(pool, 'ConfirmSignUp', { Username: ANN, ConfirmationCode: pool.mails[0]!.code });
    await signInWithSrp(pool);
  });
});

describe('stored password', () => {
  async function openPoolWithAnn() {
    const pool = await openSrpPool();
    await signUp(pool);
    return pool;
  }

  /** Expects that Ann can sign in only with the new password. */
  async function expectReplaced(pool: UserPool, newPassword: string): Promise<void> {
    await expect(signInWithSrp(pool)).rejects.toMatchObject(WRONG_PASSWORD);
    await signInWithSrp(pool, ANN, newPassword);
  }

  it('replaces the password with ChangePassword', async () => {
    const pool = await openPoolWithAnn();
    const { AccessToken } = await signInWithSrp(pool);
    await call(pool, 'ChangePassword', { AccessToken, PreviousPassword: 'secret', ProposedPassword: 'changed' });

    await expectReplaced(pool, 'changed');
  });

  it('replaces the password with ConfirmForgotPassword', async () => {
    const pool = await openPoolWithAnn();
    await call(pool, 'ForgotPassword', { Username: ANN });
    const ConfirmationCode = pool.mails.at(-1)!.code;
    await call(pool, 'ConfirmForgotPassword', { Username: ANN, ConfirmationCode, Password: 'reset it' });

    await expectReplaced(pool, 'reset it');
  });

  it('replaces the password with AdminSetUserPassword', async () => {
    const pool = await openPoolWithAnn();
    const account = { UserPoolId: POOL_ID, Username: ANN };
    await call(pool, 'AdminSetUserPassword', { ...account, Password: 'set for me', Permanent: true });

    await expectReplaced(pool, 'set for me');
  });

  it('keeps the password across a restart, but not in clear text', async () => {
    const firstPool = await openSrpPool();
    await signUp(firstPool, ANN, 'a very plain password');

    expect(readStoredState()).toContain(ANN);
    expect(readStoredState()).not.toContain('plain');

    // A second pool in the same directory loads the stored state.
    const restartedPool = await openSrpPool();
    await signInWithSrp(restartedPool, ANN, 'a very plain password');
  });

  it('deletes the stored password with its user', async () => {
    const pool = await openSrpPool();
    const { UserSub } = await signUp(pool);

    await call(pool, 'AdminDeleteUser', { UserPoolId: POOL_ID, Username: UserSub });

    await expect(signInWithSrp(pool)).rejects.toMatchObject(WRONG_PASSWORD);
    expect(readStoredState()).not.toContain('"verifier"');
    expect(readStoredState()).not.toContain(UserSub);
  });
});
