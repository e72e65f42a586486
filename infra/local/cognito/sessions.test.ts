import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENT_ID, call, claims, fixture, openPool, POOL_ID, signIn, signUp } from './fixture.ts';

describe('signing in', () => {
  it('gives tokens with the claims that Cognito puts into them', async () => {
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    const { AuthenticationResult: tokens } = await signIn(pool, 'ANN@sea.example');
    expect(tokens).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 });
    expect(claims(tokens.AccessToken)).toMatchObject({
      sub: UserSub,
      username: UserSub,
      client_id: CLIENT_ID,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      iss: `https://cognito-idp.us-east-1.amazonaws.com/${POOL_ID}`,
    });
    expect(claims(tokens.IdToken)).toMatchObject({
      sub: UserSub,
      aud: CLIENT_ID,
      token_use: 'id',
      email: 'ann@sea.example',
      email_verified: true,
    });
  });

  it('says the same to a wrong password and to an unknown email', async () => {
    const pool = await openPool();
    await signUp(pool);
    const refusal = { code: 'NotAuthorizedException', message: 'Incorrect username or password.' };
    await expect(signIn(pool, 'ann@sea.example', 'wrong!')).rejects.toMatchObject(refusal);
    await expect(signIn(pool, 'nobody@sea.example')).rejects.toMatchObject(refusal);
  });

  it('honours the flows of the client', async () => {
    const pool = await openPool({ flows: ['ALLOW_USER_SRP_AUTH'] });
    await expect(signIn(pool)).rejects.toMatchObject({
      code: 'InvalidParameterException',
      message: 'USER_PASSWORD_AUTH flow not enabled for this client',
    });
  });

  it('keeps no password as it was typed', async () => {
    const pool = await openPool();
    await signUp(pool, 'ann@sea.example', 'a very plain password');
    await pool.flush();
    expect(readFileSync(join(fixture.directory, 'pools', `${POOL_ID}.json`), 'utf8')).not.toContain('plain');
  });

  it('knows its members and their tokens after a restart', async () => {
    const before = await openPool();
    await signUp(before);
    const { AuthenticationResult } = await signIn(before);
    await before.flush();
    const after = await openPool();
    await signIn(after);
    const { RefreshToken, AccessToken } = AuthenticationResult;
    expect(await call(after, 'GetTokensFromRefreshToken', { RefreshToken })).toHaveProperty('AuthenticationResult');
    expect(await call(after, 'GetUser', { AccessToken })).toHaveProperty('UserAttributes');
  });
});

describe('a session', () => {
  async function session() {
    const pool = await openPool();
    await signUp(pool);
    return { pool, ...(await signIn(pool)).AuthenticationResult };
  }

  it('is refreshed by both calls that do so', async () => {
    const { pool, RefreshToken } = await session();
    const viaAuth = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: RefreshToken } };
    for (const [operation, input] of [
      ['GetTokensFromRefreshToken', { RefreshToken }],
      ['InitiateAuth', viaAuth],
    ] as const) {
      const { AuthenticationResult } = await call(pool, operation, input);
      expect(AuthenticationResult).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer' });
      expect(AuthenticationResult).not.toHaveProperty('RefreshToken');
      await call(pool, 'GetUser', { AccessToken: AuthenticationResult.AccessToken });
    }
  });

  it.each(['GlobalSignOut', 'RevokeToken'])('ends with %s', async (operation) => {
    const { pool, RefreshToken, AccessToken } = await session();
    await call(pool, operation, { AccessToken, Token: RefreshToken });
    await expect(call(pool, 'GetTokensFromRefreshToken', { RefreshToken })).rejects.toMatchObject({
      message: 'Refresh Token has been revoked',
    });
    await expect(call(pool, 'GetUser', { AccessToken })).rejects.toMatchObject({
      message: 'Access Token has been revoked',
    });
  });

  it('is not opened by a token of another kind, or a forged one', async () => {
    const { pool, AccessToken, IdToken, RefreshToken } = await session();
    for (const token of [IdToken, RefreshToken, `${AccessToken.slice(0, -8)}AAAAAAAA`, 'nonsense', undefined]) {
      await expect(call(pool, 'GetUser', { AccessToken: token })).rejects.toMatchObject({
        code: 'NotAuthorizedException',
      });
    }
  });
});

describe('passwords', () => {
  it('are reset by a mailed code', async () => {
    const pool = await openPool();
    await signUp(pool);
    await call(pool, 'ForgotPassword', { Username: 'Ann@sea.example' });
    const reset = (ConfirmationCode: string, Password: string) =>
      call(pool, 'ConfirmForgotPassword', { Username: 'ann@sea.example', ConfirmationCode, Password });
    const { code } = pool.mailbox.mails[0]!;
    await expect(reset('000', 'another')).rejects.toMatchObject({ code: 'CodeMismatchException' });
    await expect(reset(code, 'short')).rejects.toMatchObject({ code: 'InvalidPasswordException' });
    await reset(code, 'another');
    await signIn(pool, 'ann@sea.example', 'another');
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    await expect(reset(code, 'again!!')).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  });

  it('are not asked for on behalf of strangers, who cannot tell', async () => {
    const pool = await openPool();
    expect(await call(pool, 'ForgotPassword', { Username: 'nobody@sea.example' })).toMatchObject({
      CodeDeliveryDetails: { Destination: 'n***@s***' },
    });
    expect(pool.mailbox.mails).toEqual([]);
  });

  it('are changed by who knows the old one', async () => {
    const pool = await openPool();
    await signUp(pool);
    const { AccessToken } = (await signIn(pool)).AuthenticationResult;
    const change = (PreviousPassword: string) =>
      call(pool, 'ChangePassword', { AccessToken, PreviousPassword, ProposedPassword: 'another' });
    await expect(change('wrong!')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    await change('secret');
    await signIn(pool, 'ann@sea.example', 'another');
  });
});

describe('administration', () => {
  it('finds, confirms and deletes members by id and by email', async () => {
    fixture.triggers = {};
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    const admin = (operation: string, Username: unknown) => call(pool, operation, { UserPoolId: POOL_ID, Username });
    expect(await admin('AdminGetUser', UserSub)).toMatchObject({ Username: UserSub, UserStatus: 'UNCONFIRMED' });
    await admin('AdminConfirmSignUp', UserSub);
    expect(await admin('AdminGetUser', 'ann@sea.example')).toMatchObject({ UserStatus: 'CONFIRMED' });
    expect((await admin('AdminGetUser', UserSub)).UserCreateDate).toBeTypeOf('number');
    await admin('AdminDeleteUser', UserSub);
    await expect(admin('AdminGetUser', UserSub)).rejects.toMatchObject({ code: 'UserNotFoundException' });
    await expect(admin('AdminConfirmSignUp', UserSub)).rejects.toMatchObject({ code: 'UserNotFoundException' });
  });

  it('is not public', async () => {
    const pool = await openPool();
    for (const operation of ['AdminGetUser', 'ListUsers', 'DeleteUserPool', 'CreateGroup']) {
      expect(pool.isPublic(operation)).toBe(false);
    }
    for (const operation of ['SignUp', 'InitiateAuth', 'GetUser', 'ResendConfirmationCode', 'RevokeToken']) {
      expect(pool.isPublic(operation)).toBe(true);
    }
  });
});
