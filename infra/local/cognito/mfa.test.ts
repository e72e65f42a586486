/**
 * Tests of authenticator apps (TOTP) in the local user pool: their set-up, and codes as a second factor. Names in
 * PascalCase or capitals are fields of Cognito's API.
 */
import { createSrpSession, signSrpSession } from 'cognito-srp-helper';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import type { UserPool } from './cognito.ts';
import { advanceMs, call, fixture, openPool, POOL_ID, SERVER_CLIENT_ID, signIn, signUp } from './fixture.ts';

const ANN = 'ann@sea.example';

/** Time for which an authenticator app shows one code, in milliseconds. */
const STEP_MS = 30_000;
const PREFERRED_FACTOR = { Enabled: true, PreferredMfa: true };

/** Returns the code that an authenticator app shows now, or this many time steps later. */
const computeCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: fixture.now.getTime() + steps * STEP_MS });

/** Responds to the challenge of a sign-in with a code of the authenticator app. */
const respond = (pool: UserPool, Session: unknown, code: string, USERNAME = ANN) =>
  call(pool, 'RespondToAuthChallenge', {
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ChallengeResponses: { USERNAME, SOFTWARE_TOKEN_MFA_CODE: code },
    Session,
  });

const getAccount = (pool: UserPool) => call(pool, 'AdminGetUser', { UserPoolId: POOL_ID, Username: ANN });

/** Opens a pool in which Ann is signed in. `callAsAnn` adds her access token to the input. */
async function openSession(flows?: string[]) {
  const pool = await openPool(flows && { flows });
  await signUp(pool);

  const login = { UserPoolId: POOL_ID, ClientId: SERVER_CLIENT_ID, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' };
  const AuthParameters = { USERNAME: ANN, PASSWORD: 'secret' };
  const { AccessToken } = (await call(pool, 'AdminInitiateAuth', { ...login, AuthParameters })).AuthenticationResult;

  return {
    pool,
    callAsAnn: (operation: string, input: object = {}) => call(pool, operation, { AccessToken, ...input }),
  };
}

/** Opens a pool in which Ann enabled an authenticator app one time step ago. */
async function openPoolWithTotp(flows?: string[]) {
  const { pool, callAsAnn } = await openSession(flows);
  const secret = (await callAsAnn('AssociateSoftwareToken')).SecretCode as string;
  await callAsAnn('VerifySoftwareToken', { UserCode: computeCode(secret) });
  await callAsAnn('SetUserMFAPreference', { SoftwareTokenMfaSettings: PREFERRED_FACTOR });

  advanceMs(STEP_MS);
  return { pool, callAsAnn, secret };
}

describe('setting up an authenticator app', () => {
  it('requires codes only after the member has entered a code and chosen the factor', async () => {
    const { pool, callAsAnn } = await openSession();
    const { SecretCode } = await callAsAnn('AssociateSoftwareToken');
    // 32 bytes in base32.
    expect(SecretCode).toMatch(/^[A-Z2-7]{52}$/);

    const enable = () => callAsAnn('SetUserMFAPreference', { SoftwareTokenMfaSettings: PREFERRED_FACTOR });
    await expect(enable()).rejects.toMatchObject({
      code: 'InvalidParameterException',
      message: 'User has not verified software token mfa',
    });

    const UserCode = computeCode(SecretCode as string);
    expect(await callAsAnn('VerifySoftwareToken', { UserCode })).toEqual({ Status: 'SUCCESS' });
    expect(await signIn(pool)).toHaveProperty('AuthenticationResult');
    expect(await getAccount(pool)).not.toHaveProperty('UserMFASettingList');

    await enable();
    const settings = { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'], PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' };

    expect(await getAccount(pool)).toMatchObject(settings);
    expect(await callAsAnn('GetUser')).toMatchObject(settings);
    expect(await signIn(pool)).not.toHaveProperty('AuthenticationResult');
  });

  it.each([
    // A code of a later time step.
    ['a wrong code', (secret: string) => computeCode(secret, 5)],
    ['a code from two steps ago', (secret: string) => computeCode(secret, -2)],
  ])('rejects %s, but accepts a code from one step ago', async (_, computeRejectedCode) => {
    const { callAsAnn } = await openSession();
    const { SecretCode } = await callAsAnn('AssociateSoftwareToken');
    const verify = (UserCode: string) => callAsAnn('VerifySoftwareToken', { UserCode });

    await expect(verify(computeRejectedCode(SecretCode as string))).rejects.toMatchObject({
      code: 'EnableSoftwareTokenMFAException',
    });

    await verify(computeCode(SecretCode as string, -1));
  });

  it('rejects malformed codes and codes without a set-up', async () => {
    const { callAsAnn } = await openSession();
    const verify = (UserCode: unknown) => callAsAnn('VerifySoftwareToken', { UserCode });

    await expect(verify('123456')).rejects.toMatchObject({ code: 'EnableSoftwareTokenMFAException' });
    for (const code of ['12345', 'abcdef', undefined]) {
      await expect(verify(code)).rejects.toMatchObject({ code: 'InvalidParameterException' });
    }
  });

  it('keeps the app until a code of the next app is entered', async () => {
    const { pool, callAsAnn, secret } = await openPoolWithTotp();
    const nextSecret = (await callAsAnn('AssociateSoftwareToken')).SecretCode as string;

    const { Session: firstSession } = await signIn(pool);
    expect(await respond(pool, firstSession, computeCode(secret))).toHaveProperty('AuthenticationResult');

    await callAsAnn('VerifySoftwareToken', { UserCode: computeCode(nextSecret) });
    advanceMs(STEP_MS);
    const { Session } = await signIn(pool);
    await expect(respond(pool, Session, computeCode(secret))).rejects.toMatchObject({ code: 'CodeMismatchException' });
    await respond(pool, Session, computeCode(nextSecret));
  });

  it.each(['SetUserMFAPreference', 'AdminSetUserMFAPreference'])(
    'turns the authenticator app off with %s',
    async (operation) => {
      const { pool, callAsAnn } = await openPoolWithTotp();
      const account = { UserPoolId: POOL_ID, Username: ANN };
      await callAsAnn(operation, { ...account, SoftwareTokenMfaSettings: { Enabled: false } });
      expect(await getAccount(pool)).not.toHaveProperty('UserMFASettingList');
      expect(await signIn(pool)).toHaveProperty('AuthenticationResult');
    },
  );

  it('keeps settings that a request leaves out, and rejects contradictory settings', async () => {
    const { pool, callAsAnn } = await openPoolWithTotp();
    await callAsAnn('SetUserMFAPreference');
    expect(await getAccount(pool)).toHaveProperty('UserMFASettingList');

    const contradiction = { Enabled: false, PreferredMfa: true };
    await expect(callAsAnn('SetUserMFAPreference', { SoftwareTokenMfaSettings: contradiction })).rejects.toMatchObject({
      code: 'InvalidParameterException',
    });
  });
});

describe('SOFTWARE_TOKEN_MFA', () => {
  it('requires a code after a plain password, and accepts each code once', async () => {
    const { pool, secret } = await openPoolWithTotp();
    const challenge = await signIn(pool);

    expect(challenge).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: expect.any(String) });
    expect(challenge).not.toHaveProperty('AuthenticationResult');
    await expect(respond(pool, challenge.Session, '000000')).rejects.toMatchObject({ code: 'CodeMismatchException' });

    const code = computeCode(secret);
    const { AuthenticationResult } = await respond(pool, challenge.Session, code);
    await call(pool, 'GetUser', { AccessToken: AuthenticationResult.AccessToken });

    await expect(respond(pool, challenge.Session, computeCode(secret, 1))).rejects.toMatchObject({
      code: 'NotAuthorizedException',
    });
    await expect(respond(pool, (await signIn(pool)).Session, code)).rejects.toMatchObject({
      code: 'ExpiredCodeException',
    });
  });

  it('requires a code after a password that is proved by SRP', async () => {
    const { pool, secret } = await openPoolWithTotp(['ALLOW_USER_SRP_AUTH']);
    const isHashed = false;
    const session = createSrpSession(ANN, 'secret', POOL_ID, isHashed);
    const AuthParameters = { USERNAME: ANN, SRP_A: session.largeA };
    const challenge = await call(pool, 'InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters });

    const srpResponse = signSrpSession(session, challenge);
    const passwordResult = await call(pool, 'RespondToAuthChallenge', {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: {
        USERNAME: ANN,
        TIMESTAMP: srpResponse.timestamp,
        PASSWORD_CLAIM_SECRET_BLOCK: srpResponse.secret,
        PASSWORD_CLAIM_SIGNATURE: srpResponse.passwordSignature,
      },
    });

    expect(passwordResult).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
    expect(await respond(pool, passwordResult.Session, computeCode(secret))).toHaveProperty('AuthenticationResult');
  });

  it('requires a code after AdminInitiateAuth, so that a function can check only the password', async () => {
    const { pool } = await openPoolWithTotp();
    const check = (PASSWORD: string) =>
      call(pool, 'AdminInitiateAuth', {
        UserPoolId: POOL_ID,
        ClientId: SERVER_CLIENT_ID,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: ANN, PASSWORD },
      });

    expect(await check('secret')).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
    await expect(check('wrong!')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  });

  it('locks the account after five wrong codes, like wrong passwords', async () => {
    const { pool, secret } = await openPoolWithTotp();
    const { Session } = await signIn(pool);

    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(respond(pool, Session, '000000')).rejects.toMatchObject({ code: 'CodeMismatchException' });
    }

    const lockedError = { code: 'NotAuthorizedException', message: 'Password attempts exceeded' };
    await expect(respond(pool, Session, computeCode(secret))).rejects.toMatchObject(lockedError);
    await expect(signIn(pool)).rejects.toMatchObject(lockedError);

    advanceMs(1000);
    await respond(pool, Session, computeCode(secret));
  });

  it('counts wrong passwords and wrong codes together', async () => {
    const { pool, secret } = await openPoolWithTotp();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await expect(signIn(pool, ANN, 'wrong!')).rejects.toThrow('Incorrect');
    }

    const { Session } = await signIn(pool);
    await expect(respond(pool, Session, '000000')).rejects.toThrow('Invalid code');
    await expect(respond(pool, Session, computeCode(secret))).rejects.toThrow('Password attempts exceeded');
  });

  it('rejects a session of another user or client', async () => {
    const { pool, secret } = await openPoolWithTotp();
    await signUp(pool, 'bob@sea.example');
    const { Session } = await signIn(pool);
    const invalidSession = { code: 'NotAuthorizedException', message: 'Invalid session for the user.' };

    await expect(respond(pool, Session, computeCode(secret), 'bob@sea.example')).rejects.toMatchObject(invalidSession);
    await expect(respond(pool, 'unknown', computeCode(secret))).rejects.toMatchObject(invalidSession);
    await expect(
      call(pool, 'RespondToAuthChallenge', {
        ClientId: SERVER_CLIENT_ID,
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        ChallengeResponses: { USERNAME: ANN, SOFTWARE_TOKEN_MFA_CODE: computeCode(secret) },
        Session,
      }),
    ).rejects.toMatchObject(invalidSession);
  });

  it('rejects an expired session', async () => {
    const { pool, secret } = await openPoolWithTotp();
    const { Session } = await signIn(pool);

    advanceMs(3 * MINUTE_MS + 1);
    await expect(respond(pool, Session, computeCode(secret))).rejects.toMatchObject({
      message: 'Invalid session for the user, session is expired.',
    });
  });

  it('still requires the second factor after a restart', async () => {
    const { secret } = await openPoolWithTotp();
    const restartedPool = await openPool();
    const { Session } = await signIn(restartedPool);

    expect(await respond(restartedPool, Session, computeCode(secret))).toHaveProperty('AuthenticationResult');
  });
});
