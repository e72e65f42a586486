/**
 * Tests of sessions, tokens, and the administration of users in the local user pool. Names in PascalCase or capitals
 * are fields of Cognito's API.
 */
import { describe, expect, it } from 'vitest';
import type { UserPool } from './cognito.ts';
import {
  CLIENT_ID,
  call,
  decodeClaims,
  fixture,
  openPool,
  POOL_ID,
  readStoredState,
  signIn,
  signInOnDevice,
  signUp,
} from './fixture.ts';

describe('InitiateAuth', () => {
  it("returns tokens with Cognito's claims", async () => {
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    const { AuthenticationResult: tokens } = await signIn(pool, 'ANN@sea.example');

    expect(tokens).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 });
    expect(decodeClaims(tokens.AccessToken)).toMatchObject({
      sub: UserSub,
      username: UserSub,
      client_id: CLIENT_ID,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      iss: `https://cognito-idp.us-east-1.amazonaws.com/${POOL_ID}`,
    });
    expect(decodeClaims(tokens.IdToken)).toMatchObject({
      sub: UserSub,
      aud: CLIENT_ID,
      token_use: 'id',
      email: 'ann@sea.example',
      email_verified: true,
    });
  });

  it('returns the same error for a wrong password and an unknown email', async () => {
    const pool = await openPool();
    await signUp(pool);
    const wrongCredentials = { code: 'NotAuthorizedException', message: 'Incorrect username or password.' };

    await expect(signIn(pool, 'ann@sea.example', 'wrong!')).rejects.toMatchObject(wrongCredentials);
    await expect(signIn(pool, 'unknown@sea.example')).rejects.toMatchObject(wrongCredentials);
  });

  it('rejects flows that the client does not allow', async () => {
    const pool = await openPool({ flows: ['ALLOW_USER_SRP_AUTH'] });
    await expect(signIn(pool)).rejects.toMatchObject({
      code: 'InvalidParameterException',
      message: 'USER_PASSWORD_AUTH flow not enabled for this client',
    });
  });

  it('stores no password in clear text', async () => {
    const pool = await openPool();
    await signUp(pool, 'ann@sea.example', 'a very plain password');
    expect(readStoredState()).toContain('ann@sea.example');
    expect(readStoredState()).not.toContain('plain');
  });

  it('accepts passwords and tokens after a restart', async () => {
    const firstPool = await openPool();
    await signUp(firstPool);
    const { RefreshToken, DeviceKey, AccessToken } = await signInOnDevice(firstPool);
    const secondPool = await openPool();

    await signIn(secondPool);
    const refreshResult = await call(secondPool, 'GetTokensFromRefreshToken', { RefreshToken, DeviceKey });

    expect(refreshResult).toHaveProperty('AuthenticationResult');
    expect(await call(secondPool, 'GetUser', { AccessToken })).toHaveProperty('UserAttributes');
  });
});

describe('sessions', () => {
  /** Returns a token whose last characters, which prove that the pool issued it, are others. */
  const alterEnd = (token: string) => `${token.slice(0, -8)}AAAAAAAA`;

  /** Signs a new user in on a new device. Returns the pool, the tokens, and the device's key. */
  async function openSession() {
    const pool = await openPool();
    await signUp(pool);
    return { pool, ...(await signInOnDevice(pool)) };
  }

  it('refreshes a session with GetTokensFromRefreshToken and InitiateAuth', async () => {
    const { pool, RefreshToken, DeviceKey } = await openSession();
    const AuthParameters = { REFRESH_TOKEN: RefreshToken, DEVICE_KEY: DeviceKey };
    const refreshInput = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters };

    for (const [operation, input] of [
      ['GetTokensFromRefreshToken', { RefreshToken, DeviceKey }],
      ['InitiateAuth', refreshInput],
    ] as const) {
      const { AuthenticationResult } = await call(pool, operation, input);
      expect(AuthenticationResult).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer' });
      expect(AuthenticationResult).not.toHaveProperty('RefreshToken');

      const { AccessToken } = AuthenticationResult;
      expect(await call(pool, 'GetUser', { AccessToken })).toHaveProperty('UserAttributes');
    }
  });

  it.each(['GlobalSignOut', 'RevokeToken', 'AdminUserGlobalSignOut'])('ends a session with %s', async (operation) => {
    const { pool, RefreshToken, AccessToken } = await openSession();
    // Each operation reads only its own fields.
    const input = { AccessToken, Token: RefreshToken, UserPoolId: POOL_ID, Username: 'ann@sea.example' };
    await call(pool, operation, input);

    await expect(call(pool, 'GetTokensFromRefreshToken', { RefreshToken })).rejects.toMatchObject({
      message: 'Refresh Token has been revoked',
    });
    await expect(call(pool, 'GetUser', { AccessToken })).rejects.toMatchObject({
      message: 'Access Token has been revoked',
    });
  });

  it('keeps a session when RevokeToken ends another session', async () => {
    const { pool, RefreshToken, DeviceKey, AccessToken } = await openSession();
    const otherSession = (await signIn(pool)).AuthenticationResult;
    await call(pool, 'RevokeToken', { Token: otherSession.RefreshToken });

    expect(await call(pool, 'GetUser', { AccessToken })).toHaveProperty('UserAttributes');
    const refreshResult = await call(pool, 'GetTokensFromRefreshToken', { RefreshToken, DeviceKey });
    expect(refreshResult).toHaveProperty('AuthenticationResult');
  });

  it('ends the session and deletes the account with DeleteUser', async () => {
    const { pool, RefreshToken, AccessToken } = await openSession();
    await call(pool, 'DeleteUser', { AccessToken });

    await expect(call(pool, 'DeleteUser', { AccessToken })).rejects.toMatchObject({ code: 'UserNotFoundException' });
    await expect(call(pool, 'GetTokensFromRefreshToken', { RefreshToken })).rejects.toMatchObject({
      message: 'Refresh Token has been revoked',
    });
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  });

  it('keeps the session and returns no error when an invalid refresh token is revoked', async () => {
    const { pool, AccessToken, RefreshToken } = await openSession();
    for (const Token of [AccessToken, alterEnd(RefreshToken), 'nonsense']) {
      expect(await call(pool, 'RevokeToken', { Token })).toEqual({});
    }

    expect(await call(pool, 'GetUser', { AccessToken })).toHaveProperty('UserAttributes');
  });

  it('rejects forged tokens and tokens of another kind', async () => {
    const { pool, AccessToken, IdToken, RefreshToken } = await openSession();
    for (const token of [IdToken, RefreshToken, alterEnd(AccessToken), 'nonsense', undefined]) {
      await expect(call(pool, 'GetUser', { AccessToken: token })).rejects.toMatchObject({
        code: 'NotAuthorizedException',
      });
    }
  });
});

describe('administration', () => {
  /** Calls an operation that only code with AWS credentials may call. */
  const callAdmin = (pool: UserPool, operation: string, Username: unknown) =>
    call(pool, operation, { UserPoolId: POOL_ID, Username });
  const USER_NOT_FOUND = { code: 'UserNotFoundException', message: 'User does not exist.' };

  it('finds and confirms users by ID and by email', async () => {
    // Without the pre-sign-up trigger, the new user is unconfirmed.
    fixture.triggers = {};
    const pool = await openPool();
    const { UserSub } = await signUp(pool);

    expect(await callAdmin(pool, 'AdminGetUser', UserSub)).toMatchObject({
      Username: UserSub,
      UserStatus: 'UNCONFIRMED',
    });

    await callAdmin(pool, 'AdminConfirmSignUp', UserSub);
    const user = await callAdmin(pool, 'AdminGetUser', 'ann@sea.example');
    expect(user).toMatchObject({ UserStatus: 'CONFIRMED', UserCreateDate: expect.any(Number) });
    await expect(callAdmin(pool, 'AdminConfirmSignUp', 'unknown')).rejects.toMatchObject(USER_NOT_FOUND);
  });

  it.each(['ID', 'email'])('deletes a user by %s', async (identifier) => {
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    const username = identifier === 'ID' ? UserSub : 'Ann@sea.example';

    expect(await callAdmin(pool, 'AdminDeleteUser', username)).toEqual({});
    await expect(callAdmin(pool, 'AdminDeleteUser', username)).rejects.toMatchObject(USER_NOT_FOUND);
    await expect(callAdmin(pool, 'AdminGetUser', username)).rejects.toMatchObject(USER_NOT_FOUND);
    await expect(signIn(pool)).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });

  it.each(['ID', 'email'])('rejects the tokens and codes of a user deleted by %s', async (identifier) => {
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    const username = identifier === 'ID' ? UserSub : 'Ann@sea.example';
    const { AccessToken, RefreshToken } = (await signIn(pool)).AuthenticationResult;
    await call(pool, 'ForgotPassword', { Username: 'ann@sea.example' });
    const { code } = pool.mails[0]!;

    await callAdmin(pool, 'AdminDeleteUser', username);

    await expect(call(pool, 'GetTokensFromRefreshToken', { RefreshToken })).rejects.toMatchObject({
      code: 'NotAuthorizedException',
    });
    await expect(call(pool, 'GetUser', { AccessToken })).rejects.toMatchObject(USER_NOT_FOUND);

    const resetInput = { Username: 'ann@sea.example', ConfirmationCode: code, Password: 'another' };
    await expect(call(pool, 'ConfirmForgotPassword', resetInput)).rejects.toMatchObject({
      code: 'CodeMismatchException',
    });
  });

  it("creates a new user for a deleted user's email", async () => {
    const pool = await openPool();
    const firstUser = await signUp(pool);
    const firstTokens = (await signIn(pool)).AuthenticationResult;

    await callAdmin(pool, 'AdminDeleteUser', firstUser.UserSub);
    const secondUser = await signUp(pool, 'ann@sea.example', 'another');
    expect(secondUser.UserSub).not.toBe(firstUser.UserSub);

    const { AccessToken } = (await signIn(pool, 'ann@sea.example', 'another')).AuthenticationResult;
    expect(decodeClaims(AccessToken).sub).toBe(secondUser.UserSub);
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    await expect(call(pool, 'GetUser', { AccessToken: firstTokens.AccessToken })).rejects.toMatchObject(USER_NOT_FOUND);

    await pool.flush();
    const restartedPool = await openPool();
    await expect(callAdmin(restartedPool, 'AdminGetUser', firstUser.UserSub)).rejects.toMatchObject(USER_NOT_FOUND);
  });

  it('lists users and rejects filters', async () => {
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    const listUsers = (Filter?: string) => call(pool, 'ListUsers', { UserPoolId: POOL_ID, Filter });
    const attributes = expect.arrayContaining([{ Name: 'email', Value: 'ann@sea.example' }]);

    const { Users } = await listUsers();
    expect(Users).toMatchObject([{ Username: UserSub, UserStatus: 'CONFIRMED', Attributes: attributes }]);
    await expect(listUsers('email = "x"')).rejects.toMatchObject({ code: 'InvalidParameterException' });
  });

  it('lists users in pages', async () => {
    const pool = await openPool();
    const userIds: string[] = [];
    for (const name of ['ann', 'bob', 'cid']) {
      userIds.push((await signUp(pool, `${name}@sea.example`)).UserSub as string);
    }

    const listPage = async (input: object) => {
      const page = await call(pool, 'ListUsers', { UserPoolId: POOL_ID, ...input });
      const users = page.Users as { Username: string }[];
      return { token: page.PaginationToken, ids: users.map(({ Username }) => Username) };
    };

    const firstPage = await listPage({ Limit: 2 });
    expect(firstPage.ids).toEqual(userIds.slice(0, 2));
    const lastPage = await listPage({ Limit: 2, PaginationToken: firstPage.token });
    expect(lastPage).toEqual({ token: undefined, ids: userIds.slice(2) });
  });

  // The largest page has 60 users.
  it.each([{ Limit: 61 }, { PaginationToken: 'x' }, { PaginationToken: '-1' }, { PaginationToken: '' }])(
    'rejects a page of users with %j',
    async (input) => {
      const pool = await openPool();

      await expect(call(pool, 'ListUsers', { UserPoolId: POOL_ID, ...input })).rejects.toMatchObject({
        code: 'InvalidParameterException',
      });
    },
  );

  it('sets a permanent password, and rejects a temporary one', async () => {
    const pool = await openPool();
    const { UserSub } = await signUp(pool);
    const setPassword = ({ Permanent }: { Permanent: boolean }) =>
      call(pool, 'AdminSetUserPassword', {
        UserPoolId: POOL_ID,
        Username: UserSub,
        Password: 'set for me',
        Permanent,
      });

    await expect(setPassword({ Permanent: false })).rejects.toMatchObject({ code: 'InvalidParameterException' });

    await setPassword({ Permanent: true });
    await signIn(pool, 'ann@sea.example', 'set for me');
  });

  it('rejects the ID of another pool', async () => {
    const inputForOtherPool = { UserPoolId: 'us-east-1_Other', Username: 'ann@sea.example' };
    await expect(call(await openPool(), 'AdminGetUser', inputForOtherPool)).rejects.toMatchObject({
      code: 'ResourceNotFoundException',
    });
  });

  it('marks only the operations that browsers call as public', async () => {
    const pool = await openPool();
    for (const operation of ['AdminGetUser', 'ListUsers', 'AdminInitiateAuth', 'DeleteUserPool', 'CreateGroup']) {
      expect(pool.isPublic(operation)).toBe(false);
    }
    for (const operation of ['SignUp', 'InitiateAuth', 'GetUser', 'ResendConfirmationCode', 'VerifyUserAttribute']) {
      expect(pool.isPublic(operation)).toBe(true);
    }
  });
});
