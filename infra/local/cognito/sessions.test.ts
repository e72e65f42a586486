import { describe, expect, it } from 'vitest';
import type { UserPool } from './cognito.ts';
import { CLIENT_ID, call, claims, fixture, openPool, POOL_ID, signIn, signUp, storedText } from './fixture.ts';

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
    expect(storedText()).toContain('ann@sea.example');
    expect(storedText()).not.toContain('plain');
  });

  it('knows its members and their tokens after a restart', async () => {
    const before = await openPool();
    await signUp(before);
    const { AuthenticationResult } = await signIn(before);
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

  it('is not revoked by an access token or a forged one, which is no error', async () => {
    const { pool, AccessToken, RefreshToken } = await session();
    for (const Token of [AccessToken, `${RefreshToken.slice(0, -8)}AAAAAAAA`, 'nonsense']) {
      expect(await call(pool, 'RevokeToken', { Token })).toEqual({});
    }
    await call(pool, 'GetUser', { AccessToken });
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

describe('administration', () => {
  const admin = (pool: UserPool, operation: string, Username: unknown) =>
    call(pool, operation, { UserPoolId: POOL_ID, Username });
  const gone = { code: 'UserNotFoundException', message: 'User does not exist.' };

  it('finds and confirms members by id and by email', async () => {
    fixture.triggers = {};
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    expect(await admin(pool, 'AdminGetUser', UserSub)).toMatchObject({ Username: UserSub, UserStatus: 'UNCONFIRMED' });
    await admin(pool, 'AdminConfirmSignUp', UserSub);
    const found = await admin(pool, 'AdminGetUser', 'ann@sea.example');
    expect(found).toMatchObject({ UserStatus: 'CONFIRMED', UserCreateDate: expect.any(Number) });
    await expect(admin(pool, 'AdminConfirmSignUp', 'nobody')).rejects.toMatchObject(gone);
  });

  it.each(['id', 'email'])('deletes a member by %s, and their session with them', async (by) => {
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    const { AccessToken, RefreshToken } = (await signIn(pool)).AuthenticationResult;
    await call(pool, 'ForgotPassword', { Username: 'ann@sea.example' });
    const { code } = pool.mails[0]!;
    const name = by === 'id' ? UserSub : 'Ann@sea.example';
    expect(await admin(pool, 'AdminDeleteUser', name)).toEqual({});
    await expect(admin(pool, 'AdminDeleteUser', name)).rejects.toMatchObject(gone);
    await expect(admin(pool, 'AdminGetUser', name)).rejects.toMatchObject(gone);
    await expect(signIn(pool)).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
    await expect(call(pool, 'GetTokensFromRefreshToken', { RefreshToken })).rejects.toMatchObject({
      code: 'NotAuthorizedException',
    });
    await expect(call(pool, 'GetUser', { AccessToken })).rejects.toMatchObject(gone);
    const reset = { Username: 'ann@sea.example', ConfirmationCode: code, Password: 'another' };
    await expect(call(pool, 'ConfirmForgotPassword', reset)).rejects.toMatchObject({ code: 'CodeMismatchException' });
  });

  it('lets a deleted email register anew, as somebody else', async () => {
    const pool = await openPool();
    const before = await signUp(pool);
    const old = (await signIn(pool)).AuthenticationResult;
    await admin(pool, 'AdminDeleteUser', before.UserSub);
    const after = await signUp(pool, 'ann@sea.example', 'another');
    expect(after.UserSub).not.toBe(before.UserSub);
    const { AccessToken } = (await signIn(pool, 'ann@sea.example', 'another')).AuthenticationResult;
    expect(claims(AccessToken).sub).toBe(after.UserSub);
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    await expect(call(pool, 'GetUser', { AccessToken: old.AccessToken })).rejects.toMatchObject(gone);
    await pool.flush();
    const restarted = await openPool();
    await expect(admin(restarted, 'AdminGetUser', before.UserSub)).rejects.toMatchObject(gone);
  });

  it('lists members, and no filter is ignored', async () => {
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    const list = (Filter?: string) => call(pool, 'ListUsers', { UserPoolId: POOL_ID, Filter });
    const Attributes = expect.arrayContaining([{ Name: 'email', Value: 'ann@sea.example' }]);
    expect(await list()).toMatchObject({ Users: [{ Username: UserSub, UserStatus: 'CONFIRMED', Attributes }] });
    await expect(list('email = "x"')).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });

  it('sets a password only for good', async () => {
    const pool = await openPool();
    const { UserSub: Username } = await signUp(pool);
    const set = (Permanent: boolean) =>
      call(pool, 'AdminSetUserPassword', { UserPoolId: POOL_ID, Username, Password: 'set for me', Permanent });
    await expect(set(false)).rejects.toMatchObject({ code: 'InvalidParameterException' });
    await set(true);
    await signIn(pool, 'ann@sea.example', 'set for me');
  });

  it('rejects the id of another pool', async () => {
    const input = { UserPoolId: 'us-east-1_Other', Username: 'ann@sea.example' };
    await expect(call(await openPool(), 'AdminGetUser', input)).rejects.toMatchObject({
      code: 'ResourceNotFoundException',
    });
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
