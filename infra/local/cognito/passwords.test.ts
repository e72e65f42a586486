/**
 * Tests of password changes and of mailed codes in the local user pool. Names in PascalCase or capitals are fields of
 * Cognito's API.
 */
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import type { UserPool } from './cognito.ts';
import { advanceMs, call, fixture, openPool, signIn, signUp } from './fixture.ts';

const ANN = 'ann@sea.example';
const LIMIT_EXCEEDED = {
  code: 'LimitExceededException',
  message: 'Attempt limit exceeded, please try after some time.',
};

/** Requests that a code is mailed, with which the user can choose a new password. */
const requestReset = (pool: UserPool, Username = ANN) => call(pool, 'ForgotPassword', { Username });

/** Replaces the password with a mailed code. */
const resetPassword = (pool: UserPool, ConfirmationCode: string, Password = 'another', Username = ANN) =>
  call(pool, 'ConfirmForgotPassword', { Username, ConfirmationCode, Password });
const getLastCode = (pool: UserPool) => pool.mails.at(-1)!.code;

/** Returns a code that differs from this one. */
const getDifferentCode = (code: string) => (code === '111111' ? '222222' : '111111');

async function openPoolWithMember() {
  const pool = await openPool();
  await signUp(pool);
  return pool;
}

const advanceHours = (hours: number) => advanceMs(hours * HOUR_MS);

describe('password reset', () => {
  it('replaces the password with a mailed code, which works once', async () => {
    const pool = await openPoolWithMember();
    expect(await requestReset(pool, 'Ann@sea.example')).toEqual({
      CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'a***@s***' },
    });

    const code = getLastCode(pool);
    expect(code).toMatch(/^\d{6}$/);
    expect(fixture.terminalLines).toEqual([`Mail to ann@sea.example: your code to choose a new password is ${code}`]);
    await expect(resetPassword(pool, getDifferentCode(code))).rejects.toMatchObject({ code: 'CodeMismatchException' });
    await expect(resetPassword(pool, code, 'short')).rejects.toMatchObject({ code: 'InvalidPasswordException' });

    await resetPassword(pool, code);
    await signIn(pool, ANN, 'another');
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    await expect(resetPassword(pool, code, 'again!!')).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  });

  it('accepts a code from only one of two concurrent requests', async () => {
    const pool = await openPoolWithMember();
    await requestReset(pool);
    const code = getLastCode(pool);

    const results = await Promise.allSettled([
      resetPassword(pool, code, 'first!'),
      resetPassword(pool, code, 'second'),
    ]);

    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('accepts a code after a restart', async () => {
    const firstPool = await openPoolWithMember();
    await requestReset(firstPool);
    await firstPool.flush();
    await resetPassword(await openPool(), getLastCode(firstPool));
  });

  it('rejects a code that was never requested', async () => {
    const pool = await openPoolWithMember();
    await expect(resetPassword(pool, '123456')).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  });

  it('accepts a code for an hour', async () => {
    const pool = await openPoolWithMember();

    await requestReset(pool);
    advanceHours(1.01);
    await expect(resetPassword(pool, getLastCode(pool))).rejects.toMatchObject({ code: 'ExpiredCodeException' });

    await requestReset(pool);
    advanceHours(0.99);
    await resetPassword(pool, getLastCode(pool));
  });

  it.each(['', 'a code', undefined])('rejects the malformed code %j', async (ConfirmationCode) => {
    const pool = await openPoolWithMember();
    await requestReset(pool);

    const reset = call(pool, 'ConfirmForgotPassword', { Username: ANN, ConfirmationCode, Password: 'another' });
    await expect(reset).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });

  it.each([' another', 'another ', 'x'.repeat(257)])('rejects the password "%s"', async (password) => {
    const pool = await openPoolWithMember();
    await requestReset(pool);

    await expect(resetPassword(pool, getLastCode(pool), password)).rejects.toMatchObject({
      code: 'InvalidParameterException',
    });

    await resetPassword(pool, getLastCode(pool), 'two words');
  });

  it('accepts a password of 256 characters', async () => {
    const pool = await openPoolWithMember();
    await requestReset(pool);

    await resetPassword(pool, getLastCode(pool), 'x'.repeat(256));
    await signIn(pool, ANN, 'x'.repeat(256));
  });

  it('does not reveal which emails have accounts', async () => {
    const pool = await openPoolWithMember();
    expect(await requestReset(pool, 'unknown@sea.example')).toMatchObject({
      CodeDeliveryDetails: { Destination: 'u***@s***' },
    });
    expect(pool.mails).toEqual([]);

    await requestReset(pool);
    const wrongCode = getDifferentCode(getLastCode(pool));
    const getError = (email: string) =>
      resetPassword(pool, wrongCode, 'another', email).catch(({ code, message }) => [code, message]);
    const [memberError, strangerError] = await Promise.all([getError(ANN), getError('unknown@sea.example')]);

    expect(memberError).toEqual(strangerError);
  });

  it('sends no reset code to an unverified email, and rejects the registration code as a reset code', async () => {
    fixture.triggers = {};
    const pool = await openPoolWithMember();
    const code = getLastCode(pool);

    expect(await requestReset(pool)).toHaveProperty('CodeDeliveryDetails');
    expect(pool.mails).toHaveLength(1);
    await expect(resetPassword(pool, code)).rejects.toMatchObject({ code: 'ExpiredCodeException' });

    await call(pool, 'ConfirmSignUp', { Username: ANN, ConfirmationCode: code });
  });

  it.each([ANN, 'unknown@sea.example'])('limits %s to five codes an hour', async (email) => {
    const pool = await openPoolWithMember();
    for (let request = 0; request < 5; request++) await requestReset(pool, email);
    await expect(requestReset(pool, email)).rejects.toMatchObject(LIMIT_EXCEEDED);
    await requestReset(pool, 'other@sea.example');

    advanceHours(0.99);
    await expect(requestReset(pool, email)).rejects.toMatchObject(LIMIT_EXCEEDED);

    advanceHours(0.02);
    await requestReset(pool, email);
  });

  it('rejects every code for an hour after five wrong codes', async () => {
    const pool = await openPoolWithMember();
    await requestReset(pool);
    const code = getLastCode(pool);

    for (let guess = 0; guess < 5; guess++) {
      await expect(resetPassword(pool, getDifferentCode(code))).rejects.toMatchObject({
        code: 'CodeMismatchException',
      });
    }
    await expect(resetPassword(pool, code)).rejects.toMatchObject(LIMIT_EXCEEDED);

    advanceHours(0.99);
    await expect(resetPassword(pool, code)).rejects.toMatchObject(LIMIT_EXCEEDED);

    advanceHours(0.02);
    await requestReset(pool);
    await resetPassword(pool, getLastCode(pool));
  });
});

describe('ChangePassword', () => {
  const changePassword = (
    pool: UserPool,
    AccessToken: string,
    PreviousPassword: string,
    ProposedPassword = 'another',
  ) => call(pool, 'ChangePassword', { AccessToken, PreviousPassword, ProposedPassword });

  it('requires the previous password and keeps the session', async () => {
    const pool = await openPoolWithMember();
    const { AccessToken } = (await signIn(pool)).AuthenticationResult;

    await expect(changePassword(pool, AccessToken, 'wrong!')).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
    await expect(changePassword(pool, AccessToken, 'secret', 'short')).rejects.toMatchObject({
      code: 'InvalidPasswordException',
    });

    await changePassword(pool, AccessToken, 'secret');
    await signIn(pool, ANN, 'another');
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'NotAuthorizedException' });

    await call(pool, 'GetUser', { AccessToken });
  });

  it('rejects every password after five wrong passwords', async () => {
    const pool = await openPoolWithMember();
    const { AccessToken } = (await signIn(pool)).AuthenticationResult;

    for (let guess = 0; guess < 5; guess++) {
      await expect(changePassword(pool, AccessToken, `guess ${guess}`)).rejects.toMatchObject({
        code: 'NotAuthorizedException',
      });
    }
    await expect(changePassword(pool, AccessToken, 'secret')).rejects.toMatchObject(LIMIT_EXCEEDED);
  });
});

describe('registration code', () => {
  const confirm = (pool: UserPool, ConfirmationCode: string, Username = ANN) =>
    call(pool, 'ConfirmSignUp', { Username, ConfirmationCode });

  it('prints a registration code on the terminal', async () => {
    fixture.triggers = {};
    const pool = await openPoolWithMember();

    expect(fixture.terminalLines).toEqual([
      `Mail to ann@sea.example: your code to confirm your registration is ${getLastCode(pool)}`,
    ]);
  });

  it('accepts a registration code for a day', async () => {
    fixture.triggers = {};
    const pool = await openPoolWithMember();

    advanceHours(24.01);
    await expect(confirm(pool, getLastCode(pool))).rejects.toMatchObject({ code: 'ExpiredCodeException' });

    await call(pool, 'ResendConfirmationCode', { Username: ANN });
    advanceHours(23.99);
    await confirm(pool, getLastCode(pool));
    await signIn(pool);
  });

  it('resends a registration code up to five times an hour', async () => {
    fixture.triggers = {};
    const pool = await openPoolWithMember();

    for (let request = 0; request < 5; request++) await call(pool, 'ResendConfirmationCode', { Username: ANN });

    await expect(call(pool, 'ResendConfirmationCode', { Username: ANN })).rejects.toMatchObject(LIMIT_EXCEEDED);
    await confirm(pool, getLastCode(pool));
  });

  it('reports a registration code as expired for an unknown email', async () => {
    await expect(confirm(await openPool(), '123456', 'unknown@sea.example')).rejects.toMatchObject({
      code: 'ExpiredCodeException',
    });
  });
});
