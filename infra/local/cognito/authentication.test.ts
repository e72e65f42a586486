/**
 * Tests of AdminInitiateAuth in the local user pool, with which functions check a member's password. Names in
 * PascalCase or capitals are fields of Cognito's API.
 */
import { describe, expect, it } from 'vitest';
import type { UserPool } from './cognito.ts';
import { CLIENT_ID, call, decodeClaims, fixture, openPool, POOL_ID, SERVER_CLIENT_ID, signUp } from './fixture.ts';

/** Calls AdminInitiateAuth for the user of `signUp`, as the functions' client. `input` replaces parameters. */
const checkPassword = (pool: UserPool, password: string, input: object = {}) =>
  call(pool, 'AdminInitiateAuth', {
    UserPoolId: POOL_ID,
    ClientId: SERVER_CLIENT_ID,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    // `signUp` uses lower case, but the pool ignores the case of emails.
    AuthParameters: { USERNAME: 'Ann@sea.example', PASSWORD: password },
    ...input,
  });

describe('AdminInitiateAuth', () => {
  it('returns tokens for the client if the password is right, and an error otherwise', async () => {
    const pool = await openPool();
    await signUp(pool);

    const { AuthenticationResult } = await checkPassword(pool, 'secret');
    expect(decodeClaims(AuthenticationResult.AccessToken).client_id).toBe(SERVER_CLIENT_ID);

    await expect(checkPassword(pool, 'wrong!')).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });

  it('reports an unconfirmed user only to a caller with the right password', async () => {
    // Without the trigger that confirms users, the user stays unconfirmed.
    fixture.triggers = {};
    const pool = await openPool();
    await signUp(pool);

    await expect(checkPassword(pool, 'secret')).rejects.toMatchObject({ code: 'UserNotConfirmedException' });
    await expect(checkPassword(pool, 'wrong!')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  });

  it('supports ADMIN_USER_PASSWORD_AUTH only in AdminInitiateAuth, for a client that allows it', async () => {
    const pool = await openPool();
    await signUp(pool);

    await expect(checkPassword(pool, 'secret', { ClientId: CLIENT_ID })).rejects.toMatchObject({
      message: 'ADMIN_USER_PASSWORD_AUTH flow not enabled for this client',
    });

    const input = { ClientId: SERVER_CLIENT_ID, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH', AuthParameters: {} };
    await expect(call(pool, 'InitiateAuth', input)).rejects.toMatchObject({
      message: 'Initiate Auth method not supported.',
    });
  });
});
