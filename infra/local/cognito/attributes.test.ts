/**
 * Tests of users' attributes in the local user pool: who may read and write them, and how an email changes. Names in
 * PascalCase or capitals are fields of Cognito's API.
 */
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import type { UserPool } from './cognito.ts';
import { advanceMs, call, decodeClaims, openPool, POOL_ID, SERVER_CLIENT_ID, signIn, signUp } from './fixture.ts';

const ANN = 'ann@sea.example';
const NEW_EMAIL = 'ann@ocean.example';

/** Converts attributes to Cognito's format. */
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

/** Signs in as a function does, whose client may write other attributes than browsers. */
const signInAsServer = (pool: UserPool, ClientId: string) =>
  call(pool, 'AdminInitiateAuth', {
    UserPoolId: POOL_ID,
    ClientId,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: ANN, PASSWORD: 'secret' },
  });

/** Opens a pool with Ann. Her calls use tokens of this client. */
async function openSession(ClientId = 'web') {
  const pool = await openPool();
  await signUp(pool);

  const { AuthenticationResult } = ClientId === 'web' ? await signIn(pool) : await signInAsServer(pool, ClientId);
  const { AccessToken } = AuthenticationResult;
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

    const notAuthorized = {
      code: 'NotAuthorizedException',
      message: 'A client attempted to write unauthorized attribute',
    };
    await expect(update({ email: NEW_EMAIL })).rejects.toMatchObject(notAuthorized);
    await expect(update({ preferred_username: 'Eve', email_verified: 'true' })).rejects.toMatchObject(notAuthorized);
    expect(await readAttributes(pool, ANN)).toMatchObject({ preferred_username: 'Ann', email: ANN });
  });

  it('keeps the old email until the member enters the code sent to the new email', async () => {
    const { pool, update, verify } = await openSession(SERVER_CLIENT_ID);
    expect(await update({ email: 'Ann@Ocean.example' })).toMatchObject({
      CodeDeliveryDetailsList: [{ AttributeName: 'email', Destination: 'a***@o***' }],
    });
    expect(await readAttributes(pool, ANN)).toMatchObject({ email: ANN, email_verified: 'true' });
    await expect(signIn(pool, NEW_EMAIL)).rejects.toMatchObject({ code: 'NotAuthorizedException' });

    const { to, code } = pool.mails.at(-1)!;
    expect(to).toBe(NEW_EMAIL);

    await verify(code);
    expect(await readAttributes(pool, NEW_EMAIL)).toMatchObject({ email: NEW_EMAIL, email_verified: 'true' });
    await expect(signIn(pool, ANN)).rejects.toMatchObject({ code: 'NotAuthorizedException' });

    await signIn(pool, NEW_EMAIL);
    await expect(verify(code)).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  });

  it('sends password codes to the old email while a new email is pending', async () => {
    const { pool, update } = await openSession(SERVER_CLIENT_ID);
    await update({ email: NEW_EMAIL });
    await call(pool, 'ForgotPassword', { Username: ANN });
    expect(pool.mails.at(-1)).toMatchObject({ to: ANN, reason: 'resetPassword' });

    await call(pool, 'ForgotPassword', { Username: NEW_EMAIL });
    expect(pool.mails).toHaveLength(2);
  });

  it('rejects an invalid email and an email of another user', async () => {
    const { pool, update } = await openSession(SERVER_CLIENT_ID);
    await signUp(pool, 'bob@sea.example');
    await expect(update({ email: 'ann' })).rejects.toMatchObject({ code: 'InvalidParameterException' });
    await expect(update({ email: 'BOB@sea.example' })).rejects.toMatchObject({ code: 'AliasExistsException' });
  });

  it('cancels a pending change when the current email is set again', async () => {
    const { pool, update, verify } = await openSession(SERVER_CLIENT_ID);
    await update({ email: NEW_EMAIL });
    await update({ email: ANN });
    await expect(verify(pool.mails.at(-1)!.code)).rejects.toMatchObject({ code: 'ExpiredCodeException' });
    expect(await readAttributes(pool, ANN)).toMatchObject({ email: ANN, email_verified: 'true' });
  });
});

describe('VerifyUserAttribute', () => {
  it('rejects every code after five wrong codes', async () => {
    const { pool, verify } = await openSession();
    await adminUpdate(pool, { email: NEW_EMAIL });
    const { code } = pool.mails.at(-1)!;
    const wrongCode = code === '111111' ? '222222' : '111111';

    for (let guess = 0; guess < 5; guess += 1) {
      await expect(verify(wrongCode)).rejects.toMatchObject({ code: 'CodeMismatchException' });
    }

    await expect(verify(code)).rejects.toMatchObject({ code: 'LimitExceededException' });
    expect(await readAttributes(pool, ANN)).toMatchObject({ email: ANN });
  });

  it('rejects an email that another user registered after the code was sent', async () => {
    const { pool, verify } = await openSession();
    await adminUpdate(pool, { email: NEW_EMAIL });
    const { code } = pool.mails.at(-1)!;
    await signUp(pool, NEW_EMAIL);

    await expect(verify(code)).rejects.toMatchObject({ code: 'AliasExistsException' });
    expect(await readAttributes(pool, ANN)).toMatchObject({ email: ANN });
  });

  it('rejects a code that was sent to reset the password', async () => {
    const { pool, verify } = await openSession();
    await call(pool, 'ForgotPassword', { Username: ANN });

    await expect(verify(pool.mails.at(-1)!.code)).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  });

  it('rejects an attribute other than the email', async () => {
    const { pool, callAsAnn } = await openSession();
    await adminUpdate(pool, { email: NEW_EMAIL });
    const input = { AttributeName: 'phone_number', Code: pool.mails.at(-1)!.code };

    await expect(callAsAnn('VerifyUserAttribute', input)).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });

  it('rejects a code that is older than a day', async () => {
    const { pool, verify } = await openSession();
    await adminUpdate(pool, { email: NEW_EMAIL });
    const { code } = pool.mails.at(-1)!;

    advanceMs(24.01 * HOUR_MS);
    await expect(verify(code)).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  });
});

describe('GetUserAttributeVerificationCode', () => {
  it('replaces the code for the pending email up to five times an hour', async () => {
    const { pool, verify, requestCode } = await openSession();
    await adminUpdate(pool, { email: NEW_EMAIL });

    for (let request = 0; request < 5; request += 1) {
      expect(await requestCode()).toMatchObject({ CodeDeliveryDetails: { Destination: 'a***@o***' } });
    }
    await expect(requestCode()).rejects.toMatchObject({ code: 'LimitExceededException' });
    // The update sent the first code, and the five requests sent five more.
    expect(pool.mails.map(({ to }) => to)).toEqual(Array(6).fill(NEW_EMAIL));

    await verify(pool.mails.at(-1)!.code);
    expect(await readAttributes(pool, NEW_EMAIL)).toMatchObject({ email: NEW_EMAIL });
  });
});

describe('AdminUpdateUserAttributes', () => {
  it('changes an email immediately only if the administrator marks it as verified', async () => {
    const { pool } = await openSession();
    await adminUpdate(pool, { email: NEW_EMAIL });
    expect(await readAttributes(pool, ANN)).toMatchObject({ email: ANN });
    expect(pool.mails).toHaveLength(1);

    await adminUpdate(pool, { email: NEW_EMAIL, email_verified: 'true' });
    expect(await readAttributes(pool, NEW_EMAIL)).toMatchObject({ email: NEW_EMAIL, email_verified: 'true' });
    expect(pool.mails).toHaveLength(1);
  });

  it('rejects a change of the ID', async () => {
    const { pool } = await openSession();
    await expect(adminUpdate(pool, { sub: 'x' })).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });
});

describe('GetUser', () => {
  it('returns only attributes that the client may read, as does the ID token', async () => {
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
