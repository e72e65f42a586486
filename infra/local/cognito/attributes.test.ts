import { describe, expect, it } from 'vitest';
import type { UserPool } from './cognito.ts';
import { call, decodeClaims, fixture, openPool, POOL_ID, SERVER_CLIENT_ID, signIn, signUp } from './fixture.ts';

const ANN = 'ann@sea.example';
const NEW = 'ann@ocean.example';

const toList = (attributes: Record<string, string>) =>
  Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
const adminUpdate = (pool: UserPool, attributes: Record<string, string>) =>
  call(pool, 'AdminUpdateUserAttributes', { UserPoolId: POOL_ID, Username: ANN, UserAttributes: toList(attributes) });

async function readAttributes(pool: UserPool, Username: string): Promise<Record<string, string>> {
  const { UserAttributes } = await call(pool, 'AdminGetUser', { UserPoolId: POOL_ID, Username });
  return Object.fromEntries(
    (UserAttributes as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]),
  );
}

/** Opens a pool with Ann. Her calls use tokens of this client. */
async function openSession(ClientId = 'web') {
  const pool = await openPool();
  await signUp(pool);

  const { AccessToken } =
    ClientId === 'web'
      ? (await signIn(pool)).AuthenticationResult
      : (
          await call(pool, 'AdminInitiateAuth', {
            UserPoolId: POOL_ID,
            ClientId,
            AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
            AuthParameters: { USERNAME: ANN, PASSWORD: 'secret' },
          })
        ).AuthenticationResult;
  const callAsAnn = (operation: string, input: object = {}) => call(pool, operation, { AccessToken, ...input });

  return {
    pool,
    callAsAnn,
    update: (attributes: Record<string, string>) =>
      callAsAnn('UpdateUserAttributes', { UserAttributes: toList(attributes) }),
    verify: (Code: string) => callAsAnn('VerifyUserAttribute', { AttributeName: 'email', Code }),
    requestCode: () => callAsAnn('GetUserAttributeVerificationCode', { AttributeName: 'email' }),
  };
}

describe('UpdateUserAttributes', () => {
  it('changes only attributes that the client may write', async () => {
    const { pool, update } = await openSession();
    expect(await update({ preferred_username: 'Ann' })).toEqual({ CodeDeliveryDetailsList: [] });

    const refused = { code: 'NotAuthorizedException', message: 'A client attempted to write unauthorized attribute' };
    await expect(update({ email: NEW })).rejects.toMatchObject(refused);
    await expect(update({ preferred_username: 'Eve', email_verified: 'true' })).rejects.toMatchObject(refused);
    expect(await readAttributes(pool, ANN)).toMatchObject({ preferred_username: 'Ann', email: ANN });
  });

  it('keeps the old email until the code of the new one is entered', async () => {
    const { pool, update, verify } = await openSession(SERVER_CLIENT_ID);
    expect(await update({ email: 'Ann@Ocean.example' })).toMatchObject({
      CodeDeliveryDetailsList: [{ AttributeName: 'email', Destination: 'a***@o***' }],
    });
    expect(await readAttributes(pool, ANN)).toMatchObject({ email: ANN, email_verified: 'true' });
    await expect(signIn(pool, NEW)).rejects.toMatchObject({ code: 'NotAuthorizedException' });

    const { to, code } = pool.mails.at(-1)!;
    expect(to).toBe(NEW);

    await verify(code);
    expect(await readAttributes(pool, NEW)).toMatchObject({ email: NEW, email_verified: 'true' });
    await expect(signIn(pool, ANN)).rejects.toMatchObject({ code: 'NotAuthorizedException' });

    await signIn(pool, NEW);
    await expect(verify(code)).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  });

  it('sends password codes to the old email while the new one is pending', async () => {
    const { pool, update } = await openSession(SERVER_CLIENT_ID);
    await update({ email: NEW });
    await call(pool, 'ForgotPassword', { Username: ANN });
    expect(pool.mails.at(-1)).toMatchObject({ to: ANN, reason: 'resetPassword' });

    await call(pool, 'ForgotPassword', { Username: NEW });
    expect(pool.mails).toHaveLength(2);
  });

  it('rejects an invalid email and one of another user', async () => {
    const { pool, update } = await openSession(SERVER_CLIENT_ID);
    await signUp(pool, 'bob@sea.example');
    await expect(update({ email: 'ann' })).rejects.toMatchObject({ code: 'InvalidParameterException' });
    await expect(update({ email: 'BOB@sea.example' })).rejects.toMatchObject({ code: 'AliasExistsException' });
  });

  it('forgets the pending email if the current one is set again', async () => {
    const { pool, update, verify } = await openSession(SERVER_CLIENT_ID);
    await update({ email: NEW });
    await update({ email: ANN });
    await expect(verify(pool.mails.at(-1)!.code)).rejects.toMatchObject({ code: 'ExpiredCodeException' });
    expect(await readAttributes(pool, ANN)).toMatchObject({ email: ANN, email_verified: 'true' });
  });
});

describe('VerifyUserAttribute', () => {
  it('rejects a wrong code, and the right one after five wrong ones', async () => {
    const { pool, verify } = await openSession();
    await adminUpdate(pool, { email: NEW });
    const { code } = pool.mails.at(-1)!;
    const wrong = code === '111111' ? '222222' : '111111';

    for (let guess = 0; guess < 5; guess += 1) {
      await expect(verify(wrong)).rejects.toMatchObject({ code: 'CodeMismatchException' });
    }
    await expect(verify(code)).rejects.toMatchObject({ code: 'LimitExceededException' });
    expect(await readAttributes(pool, ANN)).toMatchObject({ email: ANN });
  });

  it('rejects an email that another user has registered since', async () => {
    const { pool, verify } = await openSession();
    await adminUpdate(pool, { email: NEW });
    const { code } = pool.mails.at(-1)!;
    await signUp(pool, NEW);

    await expect(verify(code)).rejects.toMatchObject({ code: 'AliasExistsException' });
    expect(await readAttributes(pool, ANN)).toMatchObject({ email: ANN });
  });

  it('rejects codes older than a day, codes for other purposes, and other attributes', async () => {
    const { pool, verify, callAsAnn } = await openSession();
    await call(pool, 'ForgotPassword', { Username: ANN });
    await expect(verify(pool.mails.at(-1)!.code)).rejects.toMatchObject({ code: 'ExpiredCodeException' });

    await adminUpdate(pool, { email: NEW });
    const { code: Code } = pool.mails.at(-1)!;

    await expect(callAsAnn('VerifyUserAttribute', { AttributeName: 'phone_number', Code })).rejects.toMatchObject({
      code: 'InvalidParameterException',
    });

    fixture.now = new Date(fixture.now.getTime() + 24.01 * 3600 * 1000);
    await expect(verify(Code)).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  });
});

describe('GetUserAttributeVerificationCode', () => {
  it('replaces the code for the pending email, five times an hour', async () => {
    const { pool, verify, requestCode } = await openSession();
    await adminUpdate(pool, { email: NEW });

    for (let request = 0; request < 5; request += 1) {
      expect(await requestCode()).toMatchObject({ CodeDeliveryDetails: { Destination: 'a***@o***' } });
    }
    await expect(requestCode()).rejects.toMatchObject({ code: 'LimitExceededException' });
    expect(pool.mails.map(({ to }) => to)).toEqual(Array(6).fill(NEW));

    await verify(pool.mails.at(-1)!.code);
    expect(await readAttributes(pool, NEW)).toMatchObject({ email: NEW });
  });
});

describe('AdminUpdateUserAttributes', () => {
  it('changes an email at once only if the administrator marks it as verified', async () => {
    const { pool } = await openSession();
    await adminUpdate(pool, { email: NEW });
    expect(await readAttributes(pool, ANN)).toMatchObject({ email: ANN });
    expect(pool.mails).toHaveLength(1);

    await adminUpdate(pool, { email: NEW, email_verified: 'true' });
    expect(await readAttributes(pool, NEW)).toMatchObject({ email: NEW, email_verified: 'true' });
    expect(pool.mails).toHaveLength(1);
  });

  it('rejects a change of the ID', async () => {
    const { pool } = await openSession();
    await expect(adminUpdate(pool, { sub: 'x' })).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });
});

describe('GetUser', () => {
  it('returns only attributes that the client may read, like the ID token', async () => {
    const { pool, callAsAnn } = await openSession();
    await adminUpdate(pool, { nickname: 'Nemo', preferred_username: 'Ann' });
    const { UserAttributes } = await callAsAnn('GetUser');
    const names = (UserAttributes as { Name: string }[]).map(({ Name }) => Name);
    expect(names.sort()).toEqual(['email', 'email_verified', 'preferred_username', 'sub']);

    const claims = decodeClaims((await signIn(pool)).AuthenticationResult.IdToken);
    expect(claims).toMatchObject({ email: ANN, preferred_username: 'Ann' });
    expect(claims).not.toHaveProperty('nickname');
  });
});
