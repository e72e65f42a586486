import { describe, expect, it } from 'vitest';
import type { UserPool } from './cognito.ts';
import { call, fixture, openPool, signIn, signUp } from './fixture.ts';

const ANN = 'ann@sea.example';
const HOUR_MS = 3600 * 1000;
const TOO_OFTEN = { code: 'LimitExceededException', message: 'Attempt limit exceeded, please try after some time.' };

const forgot = (pool: UserPool, Username = ANN) => call(pool, 'ForgotPassword', { Username });
const reset = (pool: UserPool, ConfirmationCode: string, Password = 'another', Username = ANN) =>
  call(pool, 'ConfirmForgotPassword', { Username, ConfirmationCode, Password });
const lastCode = (pool: UserPool) => pool.mails.at(-1)!.code;
const wrong = (code: string) => (code === '111111' ? '222222' : '111111');

async function poolWithAnn() {
  const pool = await openPool();
  await signUp(pool);
  return pool;
}

function hoursPass(hours: number): void {
  fixture.now = new Date(fixture.now.getTime() + hours * HOUR_MS);
}

describe('a forgotten password', () => {
  it('is replaced with a mailed code, which the terminal shows and which works once', async () => {
    const pool = await poolWithAnn();
    expect(await forgot(pool, 'Ann@sea.example')).toEqual({
      CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'a***@s***' },
    });
    const code = lastCode(pool);
    expect(code).toMatch(/^\d{6}$/);
    expect(fixture.said).toEqual([`Mail to ann@sea.example: your code to choose a new password is ${code}`]);
    await expect(reset(pool, wrong(code))).rejects.toMatchObject({ code: 'CodeMismatchException' });
    await expect(reset(pool, code, 'short')).rejects.toMatchObject({ code: 'InvalidPasswordException' });
    await reset(pool, code);
    await signIn(pool, ANN, 'another');
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    await expect(reset(pool, code, 'again!!')).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  });

  it('is replaced once by two who come at the same time with the same code', async () => {
    const pool = await poolWithAnn();
    await forgot(pool);
    const code = lastCode(pool);
    const both = await Promise.allSettled([reset(pool, code, 'first!'), reset(pool, code, 'second')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('can be replaced after a restart too', async () => {
    const before = await poolWithAnn();
    await forgot(before);
    await before.flush();
    await reset(await openPool(), lastCode(before));
  });

  it('needs a code, and no older one than an hour', async () => {
    const pool = await poolWithAnn();
    await expect(reset(pool, '123456')).rejects.toMatchObject({ code: 'ExpiredCodeException' });
    await forgot(pool);
    hoursPass(1.01);
    await expect(reset(pool, lastCode(pool))).rejects.toMatchObject({ code: 'ExpiredCodeException' });
    await forgot(pool);
    await reset(pool, lastCode(pool));
  });

  it.each(['', 'a code', undefined])('is not asked for with the code %j', async (ConfirmationCode) => {
    const pool = await poolWithAnn();
    await forgot(pool);
    const answer = call(pool, 'ConfirmForgotPassword', { Username: ANN, ConfirmationCode, Password: 'another' });
    await expect(answer).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });

  it.each([' another', 'another ', 'x'.repeat(257)])('is not replaced by "%s"', async (password) => {
    const pool = await poolWithAnn();
    await forgot(pool);
    await expect(reset(pool, lastCode(pool), password)).rejects.toMatchObject({ code: 'InvalidParameterException' });
    await reset(pool, lastCode(pool), 'two words');
  });

  it('gives strangers no sign of who has an account', async () => {
    const pool = await poolWithAnn();
    expect(await forgot(pool, 'nobody@sea.example')).toMatchObject({
      CodeDeliveryDetails: { Destination: 'n***@s***' },
    });
    expect(pool.mails).toEqual([]);
    await forgot(pool);
    const refusals = [ANN, 'nobody@sea.example'].map((email) =>
      reset(pool, wrong(lastCode(pool)), 'another', email).catch(({ code, message }) => [code, message]),
    );
    const [known, unknown] = await Promise.all(refusals);
    expect(known).toEqual(unknown);
  });

  it('is not replaced with the code of a registration, which was mailed to an address that nobody has proved', async () => {
    fixture.triggers = {};
    const pool = await poolWithAnn();
    const code = lastCode(pool);
    expect(await forgot(pool)).toHaveProperty('CodeDeliveryDetails');
    expect(pool.mails).toHaveLength(1);
    await expect(reset(pool, code)).rejects.toMatchObject({ code: 'ExpiredCodeException' });
    await call(pool, 'ConfirmSignUp', { Username: ANN, ConfirmationCode: code });
  });

  it.each([ANN, 'nobody@sea.example'])('is asked for five times an hour by %s, whoever that is', async (email) => {
    const pool = await poolWithAnn();
    for (let request = 0; request < 5; request++) await forgot(pool, email);
    await expect(forgot(pool, email)).rejects.toMatchObject(TOO_OFTEN);
    await forgot(pool, 'other@sea.example');
    hoursPass(1.01);
    await forgot(pool, email);
  });

  it('is not guessed at: after five wrong codes the right one has to wait', async () => {
    const pool = await poolWithAnn();
    await forgot(pool);
    const code = lastCode(pool);
    for (let guess = 0; guess < 5; guess++) {
      await expect(reset(pool, wrong(code))).rejects.toMatchObject({ code: 'CodeMismatchException' });
    }
    await expect(reset(pool, code)).rejects.toMatchObject(TOO_OFTEN);
    hoursPass(1.01);
    await forgot(pool);
    await reset(pool, lastCode(pool));
  });
});

describe('a password', () => {
  const change = (pool: UserPool, AccessToken: string, PreviousPassword: string, ProposedPassword = 'another') =>
    call(pool, 'ChangePassword', { AccessToken, PreviousPassword, ProposedPassword });

  it('is changed by who knows the old one', async () => {
    const pool = await poolWithAnn();
    const { AccessToken } = (await signIn(pool)).AuthenticationResult;
    await expect(change(pool, AccessToken, 'wrong!')).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
    await expect(change(pool, AccessToken, 'secret', 'short')).rejects.toMatchObject({
      code: 'InvalidPasswordException',
    });
    await change(pool, AccessToken, 'secret');
    await signIn(pool, ANN, 'another');
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    // The session goes on.
    await call(pool, 'GetUser', { AccessToken });
  });

  it('is not guessed at by who has found a session open', async () => {
    const pool = await poolWithAnn();
    const { AccessToken } = (await signIn(pool)).AuthenticationResult;
    for (let guess = 0; guess < 5; guess++) {
      await expect(change(pool, AccessToken, `guess ${guess}`)).rejects.toMatchObject({
        code: 'NotAuthorizedException',
      });
    }
    await expect(change(pool, AccessToken, 'secret')).rejects.toMatchObject(TOO_OFTEN);
  });
});

describe('the code of a registration', () => {
  const confirm = (pool: UserPool, ConfirmationCode: string, Username = ANN) =>
    call(pool, 'ConfirmSignUp', { Username, ConfirmationCode });

  it('is shown on the terminal, and works for a day', async () => {
    fixture.triggers = {};
    const pool = await poolWithAnn();
    expect(fixture.said).toEqual([
      `Mail to ann@sea.example: your code to confirm your registration is ${lastCode(pool)}`,
    ]);
    hoursPass(24.01);
    await expect(confirm(pool, lastCode(pool))).rejects.toMatchObject({ code: 'ExpiredCodeException' });
    await call(pool, 'ResendConfirmationCode', { Username: ANN });
    await confirm(pool, lastCode(pool));
    await signIn(pool);
  });

  it('is sent again five times an hour', async () => {
    fixture.triggers = {};
    const pool = await poolWithAnn();
    for (let request = 0; request < 5; request++) await call(pool, 'ResendConfirmationCode', { Username: ANN });
    await expect(call(pool, 'ResendConfirmationCode', { Username: ANN })).rejects.toMatchObject(TOO_OFTEN);
    await confirm(pool, lastCode(pool));
  });

  it('is answered as one that has expired where nobody has registered', async () => {
    await expect(confirm(await openPool(), '123456', 'nobody@sea.example')).rejects.toMatchObject({
      code: 'ExpiredCodeException',
    });
  });
});
