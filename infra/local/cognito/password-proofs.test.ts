import { createSrpSession, signSrpSession } from 'cognito-srp-helper';
import { describe, expect, it } from 'vitest';
import type { UserPool } from './cognito.ts';
import { CLIENT_ID, call, claims, fixture, openPool, POOL_ID, signUp, storedText } from './fixture.ts';
import { signInTo } from './sign-in.ts';

const ANN = 'ann@sea.example';
const REFUSED = { code: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const stage = { userPoolId: POOL_ID, authFlow: 'USER_SRP_AUTH' } as const;

const openSrpPool = () => openPool({ flows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] });
const prove = (pool: UserPool, email = ANN, password = 'secret') =>
  signInTo(stage, (operation, input) => call(pool, operation, input), { email, password });

/** Begins a handshake, and gives back what would end it. */
async function begin(pool: UserPool, email = ANN, password = 'secret') {
  const session = createSrpSession(email, password, POOL_ID, false);
  const input = { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: email, SRP_A: session.largeA } };
  const challenge = (await call(pool, 'InitiateAuth', input)) as never as {
    ChallengeName: string;
    ChallengeParameters: Record<'SALT' | 'SRP_B' | 'SECRET_BLOCK' | 'USER_ID_FOR_SRP' | 'USERNAME', string>;
  };
  const { timestamp, passwordSignature, secret } = signSrpSession(session, challenge);
  const ChallengeResponses: Record<string, string> = {
    USERNAME: challenge.ChallengeParameters.USER_ID_FOR_SRP,
    TIMESTAMP: timestamp,
    PASSWORD_CLAIM_SECRET_BLOCK: secret,
    PASSWORD_CLAIM_SIGNATURE: passwordSignature,
  };
  return { parameters: challenge.ChallengeParameters, answer: ChallengeResponses };
}
const respond = (pool: UserPool, ChallengeResponses: object, ChallengeName = 'PASSWORD_VERIFIER') =>
  call(pool, 'RespondToAuthChallenge', { ChallengeName, ChallengeResponses });

describe('a password that is proved', () => {
  it('opens a session like one that is sent', async () => {
    const pool = await openSrpPool();
    const { UserSub } = await signUp(pool);
    const { AccessToken } = await prove(pool, 'Ann@Sea.example');
    expect(claims(AccessToken)).toMatchObject({ sub: UserSub, client_id: CLIENT_ID, token_use: 'access' });
    expect(await call(pool, 'GetUser', { AccessToken })).toHaveProperty('UserAttributes');
  });

  it('opens it whatever the numbers are that both sides make up', async () => {
    const pool = await openSrpPool();
    // One in 256 has a leading zero, and one in two a leading bit: what is padded wrongly fails sooner or later.
    for (let member = 0; member < 8; member++) {
      await signUp(pool, `diver-${member}@sea.example`, `pässword ${member} 🐟`);
      await prove(pool, `diver-${member}@sea.example`, `pässword ${member} 🐟`);
    }
  }, 120_000);

  it('must be the right one', async () => {
    const pool = await openSrpPool();
    await signUp(pool);
    for (const wrong of ['secret ', 'Secret', '']) await expect(prove(pool, ANN, wrong)).rejects.toMatchObject(REFUSED);
  });

  it('is not sent where it must be proved', async () => {
    const pool = await openSrpPool();
    await signUp(pool);
    const sent = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: ANN, PASSWORD: 'secret' } };
    const message = 'USER_PASSWORD_AUTH flow not enabled for this client';
    await expect(call(pool, 'InitiateAuth', sent)).rejects.toMatchObject({
      code: 'InvalidParameterException',
      message,
    });
  });

  it('is not proved where the client is not told to', async () => {
    const pool = await openPool();
    const refusal = { code: 'InvalidParameterException', message: 'USER_SRP_AUTH flow not enabled for this client' };
    await expect(prove(pool)).rejects.toMatchObject(refusal);
    await expect(respond(pool, {})).rejects.toMatchObject(refusal);
  });

  it('is asked for of strangers too, who learn nothing from it', async () => {
    const pool = await openSrpPool();
    const { UserSub } = await signUp(pool);
    const [known, stranger, again] = [
      await begin(pool),
      await begin(pool, 'x@y.example'),
      await begin(pool, 'x@y.example'),
    ];
    expect(known.parameters.USER_ID_FOR_SRP).toBe(UserSub);
    expect(stranger.parameters.USER_ID_FOR_SRP).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(again.parameters.USER_ID_FOR_SRP).toBe(stranger.parameters.USER_ID_FOR_SRP);
    expect(again.parameters.SALT).toBe(stranger.parameters.SALT);
    expect(again.parameters.SRP_B).not.toBe(stranger.parameters.SRP_B);
    await expect(respond(pool, stranger.answer)).rejects.toMatchObject(REFUSED);
  });

  it('is proved once: an answer that was overheard opens nothing', async () => {
    const pool = await openSrpPool();
    await signUp(pool);
    const { answer } = await begin(pool);
    expect(await respond(pool, answer)).toHaveProperty('AuthenticationResult');
    await expect(respond(pool, answer)).rejects.toMatchObject(REFUSED);
    const { answer: other } = await begin(pool);
    const mixed = { ...other, PASSWORD_CLAIM_SIGNATURE: answer.PASSWORD_CLAIM_SIGNATURE };
    await expect(respond(pool, mixed)).rejects.toMatchObject(REFUSED);
    await expect(respond(pool, other)).rejects.toMatchObject(REFUSED);
  });

  it('is proved within three minutes', async () => {
    const pool = await openSrpPool();
    await signUp(pool);
    const [late, inTime] = [await begin(pool), await begin(pool)];
    fixture.now = new Date(fixture.now.getTime() + 170_000);
    await respond(pool, inTime.answer);
    fixture.now = new Date(fixture.now.getTime() + 20_000);
    await expect(respond(pool, late.answer)).rejects.toMatchObject(REFUSED);
  });

  it.each(['', 'xyz', '0', undefined])('is not proved by a client that sends %j', async (SRP_A) => {
    const pool = await openSrpPool();
    await signUp(pool);
    const input = { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: ANN, SRP_A } };
    await expect(call(pool, 'InitiateAuth', input)).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });

  it.each([
    ['a date of another form', { TIMESTAMP: '2026-11-21T10:00:00Z' }, 'InvalidParameterException'],
    ['a signature of another length', { PASSWORD_CLAIM_SIGNATURE: 'AAAA' }, 'NotAuthorizedException'],
    ['another date than was signed', { TIMESTAMP: 'Sat Nov 21 10:00:00 UTC 2020' }, 'NotAuthorizedException'],
    ['an unknown block', { PASSWORD_CLAIM_SECRET_BLOCK: 'AAAA' }, 'NotAuthorizedException'],
  ])('is not proved with %s', async (_, change, code) => {
    const pool = await openSrpPool();
    await signUp(pool);
    const { answer } = await begin(pool);
    await expect(respond(pool, { ...answer, ...change })).rejects.toMatchObject({ code });
  });

  it('takes no answer to another challenge', async () => {
    const pool = await openSrpPool();
    await expect(respond(pool, {}, 'SMS_MFA')).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });

  it('is not enough for who has not confirmed their email', async () => {
    fixture.triggers = {};
    const pool = await openSrpPool();
    await signUp(pool);
    await expect(prove(pool)).rejects.toMatchObject({ code: 'UserNotConfirmedException' });
    await call(pool, 'ConfirmSignUp', { Username: ANN, ConfirmationCode: pool.mails[0]!.code });
    await prove(pool);
  });
});

describe('a new password', () => {
  it('is proved in place of the old one, by whichever way it came', async () => {
    const pool = await openSrpPool();
    await signUp(pool);
    const { AccessToken } = await prove(pool);
    await call(pool, 'ChangePassword', { AccessToken, PreviousPassword: 'secret', ProposedPassword: 'changed' });
    await expect(prove(pool)).rejects.toMatchObject(REFUSED);
    await prove(pool, ANN, 'changed');
    await call(pool, 'ForgotPassword', { Username: ANN });
    const ConfirmationCode = pool.mails.at(-1)!.code;
    await call(pool, 'ConfirmForgotPassword', { Username: ANN, ConfirmationCode, Password: 'reset it' });
    await expect(prove(pool, ANN, 'changed')).rejects.toMatchObject(REFUSED);
    await prove(pool, ANN, 'reset it');
    await call(pool, 'AdminSetUserPassword', {
      UserPoolId: POOL_ID,
      Username: ANN,
      Password: 'set for me',
      Permanent: true,
    });
    await expect(prove(pool, ANN, 'reset it')).rejects.toMatchObject(REFUSED);
    await prove(pool, ANN, 'set for me');
  });

  it('is known after a restart, and not as it was typed', async () => {
    const before = await openSrpPool();
    await signUp(before, ANN, 'a very plain password');
    expect(storedText()).toContain(ANN);
    expect(storedText()).not.toContain('plain');
    await prove(await openSrpPool(), ANN, 'a very plain password');
  });

  it('goes with its member', async () => {
    const pool = await openSrpPool();
    const { UserSub } = await signUp(pool);
    await call(pool, 'AdminDeleteUser', { UserPoolId: POOL_ID, Username: UserSub });
    await expect(prove(pool)).rejects.toMatchObject(REFUSED);
    expect(storedText()).not.toContain('"verifier"');
    expect(storedText()).not.toContain(UserSub);
  });
});
