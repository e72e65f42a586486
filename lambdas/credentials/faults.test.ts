/**
 * Tests of endpoints that change a member's credentials in several steps, in Cognito and in the table. If a step fails,
 * the change must be completed later, by a repeated request or by the post-confirmation trigger.
 */
import { randomUUID } from 'node:crypto';
import { UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  FakeSockets,
  fakeCognito,
  fakeMail,
  fakeResetCompletion,
  fakeSecrets,
} from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, removeHooks } from '../../test/support/table-calls.ts';
import { readCaller } from '../platform/identity.ts';
import { logger } from '../platform/logger.ts';
import type { PasswordResetRequest } from '../platform/password-reset-request.ts';
import { table } from '../table/client.ts';
import { editCredentials, getCredentials } from '../table/credentials.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { handler as postConfirmation } from '../triggers/post-confirmation.ts';
import { confirmEmail } from './confirm-email.ts';
import { confirmRegistration } from './confirm-registration.ts';
import { recoverAccount } from './recover.ts';
import { createRecoveryCodes, digestRecoveryCode } from './recovery-codes.ts';
import { resetPassword } from './reset-password.ts';

const PASSWORD = 'coral-reef-7';
let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
  new FakeSockets();
  fakeSecrets({ REGISTRATION_SECRET_ARN: 'key' });
});

afterEach(removeHooks);

afterAll(() => stopTable());

/** Returns an operation of Cognito that fails with this error. */
const createThrower = (error: Error) => () => {
  throw error;
};

const failWith = (name: string) => createThrower(Object.assign(new Error('From Cognito'), { name }));
const failNotFound = createThrower(new UserNotFoundException({ message: 'From Cognito', $metadata: {} }));

/**
 * Creates a member with a profile, and the caller that their access token names.
 *
 * `buildUser` builds the user pool's response for them.
 */
async function createMember() {
  const userId = randomUUID();
  const email = `${userId}@fathom.example`;
  await createProfile({ userId, email, username: 'Ada' });

  const claims = { sub: userId, username: userId, token_use: 'access', iat: '5' };
  const caller = readCaller({
    headers: { authorization: 'Bearer the-token' },
    requestContext: { authorizer: { jwt: { claims } } },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer);

  const buildUser = (attributes: object = {}, fields: object = {}) => ({
    UserAttributes: Object.entries({ sub: userId, email, ...attributes }).map(([Name, Value]) => ({ Name, Value })),
    UserStatus: 'CONFIRMED',
    ...fields,
  });

  return { userId, email, caller, buildUser };
}

describe('resetPassword', () => {
  const INPUT = { code: '123456', password: PASSWORD };

  /** The operations that complete a reset after Cognito has replaced the password. */
  const buildCompletion = (getUser: () => object) => ({
    AdminGetUser: getUser,
    AdminUserGlobalSignOut: () => ({}),
    AdminSetUserMFAPreference: () => ({}),
  });

  /** Cognito replaces the password before it invokes the post-confirmation trigger, which fails. */
  const failTrigger = failWith('UnexpectedLambdaException');

  it('ends all sessions if the post-confirmation trigger fails', async () => {
    const { email, userId, buildUser } = await createMember();
    const calls = fakeCognito({
      ConfirmForgotPassword: failTrigger,
      ...buildCompletion(() => buildUser()),
    });

    await resetPassword(undefined, { ...INPUT, email });

    expect(calls.map(({ name }) => name)).toContain('AdminUserGlobalSignOut');
    expect(unseal(await getProfile(userId))?.tokensValidFrom).toBeGreaterThan(0);
  });

  it('leaves a failed reset to the trigger, because its code is used up', async () => {
    vi.spyOn(logger, 'error').mockReturnValue();
    const requests = fakeResetCompletion();
    const { email, userId, buildUser } = await createMember();
    const failGetUser = failWith('InternalErrorException');
    fakeCognito({ ConfirmForgotPassword: failTrigger, ...buildCompletion(failGetUser) });

    expect(await resetPassword(undefined, { ...INPUT, email })).toEqual({});
    expect(unseal(await getProfile(userId))?.tokensValidFrom).toBeUndefined();

    // The trigger also fails at first, so that Lambda invokes it again.
    const [request] = requests as [PasswordResetRequest];
    fakeCognito(buildCompletion(failGetUser));
    await expect(postConfirmation(request)).rejects.toThrow('From Cognito');

    const calls = fakeCognito(buildCompletion(() => buildUser()));
    await postConfirmation(request);
    expect(calls.map(({ name }) => name)).toContain('AdminUserGlobalSignOut');
    expect(unseal(await getProfile(userId))?.tokensValidFrom).toBeGreaterThan(0);
  });

  it('ignores a requested completion for a member whose account is deleted', async () => {
    fakeCognito(buildCompletion(failNotFound));

    await postConfirmation({ kind: 'passwordReset', userPoolId: 'pool', username: 'ada@fathom.example' });
  });

  it.each([
    ['switches the second factor off if there are no recovery codes', [], [{ Enabled: false, PreferredMfa: false }]],
    ['keeps the second factor on if there are recovery codes', ['a'], []],
  ])('%s', async (_, recoveryCodes, expectedSettings) => {
    const { email, userId, buildUser } = await createMember();
    await editCredentials(userId, { recoveryCodes });
    const totpUser = () => buildUser({}, { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] });
    const calls = fakeCognito({ ConfirmForgotPassword: failTrigger, ...buildCompletion(totpUser) });

    await resetPassword(undefined, { ...INPUT, email });

    const preferenceCalls = calls.filter(({ name }) => name === 'AdminSetUserMFAPreference');
    expect(preferenceCalls.map(({ input }) => input.SoftwareTokenMfaSettings)).toEqual(expectedSettings);
  });
});

describe("against a thief's script that switches a second factor on with a stolen token", () => {
  /** Creates a pool in which the script switches the factor on again immediately, until its token is revoked. */
  function createPool(buildUser: Awaited<ReturnType<typeof createMember>>['buildUser']) {
    const pool = { hasTotp: true, isTokenRevoked: false };
    const operations = {
      ConfirmForgotPassword: failWith('UnexpectedLambdaException'),
      ConfirmSignUp: () => ({}),
      AdminInitiateAuth: ({ AuthParameters }: Readonly<Record<string, unknown>>) => {
        const { PASSWORD: password } = AuthParameters as { PASSWORD: string };
        if (password !== PASSWORD) failWith('NotAuthorizedException')();
      },
      AdminSetUserPassword: () => ({}),
      AdminUpdateUserAttributes: () => ({}),
      AdminGetUser: () => buildUser({}, pool.hasTotp ? { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] } : {}),
      AdminUserGlobalSignOut: () => {
        pool.isTokenRevoked = true;
      },
      AdminSetUserMFAPreference: () => {
        pool.hasTotp = !pool.isTokenRevoked;
      },
    };

    return { pool, operations };
  }

  it('a password reset leaves the second factor off', async () => {
    const { email, buildUser } = await createMember();
    const { pool, operations } = createPool(buildUser);
    fakeCognito(operations);

    await resetPassword(undefined, { email, code: '123456', password: 'mangrove-8' });

    expect(pool).toEqual({ hasTotp: false, isTokenRevoked: true });
  });

  it('a recovery code leaves the second factor off', async () => {
    const { userId, email, buildUser } = await createMember();
    const [recoveryCode] = createRecoveryCodes() as [string];
    await editCredentials(userId, { recoveryCodes: [digestRecoveryCode(recoveryCode)] });
    const { pool, operations } = createPool(buildUser);
    fakeMail();
    fakeCognito(operations);

    await recoverAccount(undefined, { email, password: PASSWORD, recoveryCode });

    expect(pool).toEqual({ hasTotp: false, isTokenRevoked: true });
  });

  it("the owner's confirmation of an account that the thief registered leaves the second factor off", async () => {
    const { email, buildUser } = await createMember();
    const { pool, operations } = createPool(buildUser);
    fakeCognito(operations);

    await confirmRegistration(undefined, { email, code: '123456', password: 'mangrove-8', username: 'Owner' });

    expect(pool).toEqual({ hasTotp: false, isTokenRevoked: true });
  });
});

describe('confirmEmail', () => {
  it('completes a change with the used code after its first request reached only Cognito', async () => {
    const { userId, caller, buildUser } = await createMember();
    const newEmail = `next-${userId}@fathom.example`;
    await editCredentials(userId, { pendingEmail: newEmail });
    const mails = fakeMail();
    // The first request has verified the email in Cognito, so its code has expired.
    fakeCognito({
      VerifyUserAttribute: failWith('ExpiredCodeException'),
      AdminGetUser: () => buildUser({ email: newEmail }),
    });

    expect(await confirmEmail(caller, { code: '123456' })).toEqual({ email: newEmail });
    expect(unseal(await getProfile(userId))?.email).toBe(newEmail);
    expect(await getCredentials(userId)).not.toHaveProperty('pendingEmail');
    expect(mails).toHaveLength(1);

    await expect(confirmEmail(caller, { code: '123456' })).rejects.toMatchObject({ code: 'InvalidCode' });
  });

  it("sends Cognito the caller's token, and rejects a revoked one", async () => {
    const { caller } = await createMember();
    const calls = fakeCognito({ VerifyUserAttribute: failWith('NotAuthorizedException') });

    await expect(confirmEmail(caller, { code: '123456' })).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(calls[0]?.input.AccessToken).toBe('the-token');
    expect(JSON.stringify(caller)).not.toContain('the-token');
  });
});

describe('recoverAccount', () => {
  /** Creates a member who has a recovery code, and a user pool whose operations succeed. */
  async function prepareRecovery() {
    const { userId, email, buildUser } = await createMember();
    const [recoveryCode] = createRecoveryCodes() as [string];
    const storeCode = () => editCredentials(userId, { recoveryCodes: [digestRecoveryCode(recoveryCode)] });
    await storeCode();

    const operations = {
      AdminInitiateAuth: () => ({}),
      AdminGetUser: () => buildUser(),
      AdminUserGlobalSignOut: () => ({}),
      AdminSetUserMFAPreference: () => ({}),
    };
    fakeCognito(operations);
    const mails = fakeMail();

    const recover = () => recoverAccount(undefined, { email, password: PASSWORD, recoveryCode });
    return { userId, operations, mails, storeCode, recover };
  }

  it('mails one notice an hour, even if the second factor is set up and recovered repeatedly', async () => {
    const { mails, storeCode, recover } = await prepareRecovery();

    await recover();
    await storeCode();
    await recover();

    expect(mails).toHaveLength(1);
  });

  it('succeeds and sends the notice if the mail cannot be reserved', async () => {
    const { mails, recover } = await prepareRecovery();
    const wasCalled = beforeNext(table, 'PutItemCommand', failWith('ThrottlingException'));

    expect(await recover()).toEqual({});

    expect(wasCalled()).toBe(true);
    expect(mails).toHaveLength(1);
  });

  it.each(['AdminUserGlobalSignOut', 'AdminSetUserMFAPreference'])(
    'completes with the same code after a failure of %s',
    async (operation) => {
      const { userId, operations, recover } = await prepareRecovery();
      fakeCognito({ ...operations, [operation]: failWith('InternalErrorException') });
      await expect(recover()).rejects.toMatchObject({ name: 'InternalErrorException' });
      fakeCognito(operations);

      expect(await recover()).toEqual({});

      expect(await getCredentials(userId)).not.toHaveProperty('pendingRecovery');
      await expect(recover()).rejects.toMatchObject({ code: 'InvalidCode' });
    },
  );

  it('deletes recovery codes that a concurrent set-up stores before the sessions end', async () => {
    const { userId, operations, storeCode, recover } = await prepareRecovery();
    fakeCognito({ ...operations, AdminUserGlobalSignOut: storeCode });

    await recover();

    expect((await getCredentials(userId)).recoveryCodes).toEqual([]);
  });

  it('keeps no recovery codes while the second factor is off, even if its last write fails', async () => {
    const { userId, operations, recover } = await prepareRecovery();
    fakeCognito({
      ...operations,
      AdminSetUserMFAPreference: () => {
        beforeNext(table, 'UpdateItemCommand', failWith('ResourceNotFoundException'));
      },
    });

    await expect(recover()).rejects.toThrow();

    expect((await getCredentials(userId)).recoveryCodes).toEqual([]);
    fakeCognito(operations);
    expect(await recover()).toEqual({});
  });
});
