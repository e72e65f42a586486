/* Tests of endpoints whose request fails halfway, because Cognito, SES, or the table fails. */

import { randomUUID } from 'node:crypto';
import { UserNotFoundException, UsernameExistsException } from '@aws-sdk/client-cognito-identity-provider';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  FakeSockets,
  fakeCognito,
  fakeMail,
  fakeResetCompletion,
  fakeSecrets,
} from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { readCaller } from '../platform/identity.ts';
import { logger } from '../platform/logger.ts';
import type { PasswordResetRequest } from '../platform/password-reset-request.ts';
import { table } from '../table/client.ts';
import { editCredentials, getCredentials } from '../table/credentials.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { handler as postConfirmation } from '../triggers/post-confirmation.ts';
import { confirmEmail } from './confirm-email.ts';
import { enableTotp } from './enable-totp.ts';
import { recoverAccount } from './recover.ts';
import { createRecoveryCodes, digestRecoveryCode } from './recovery-codes.ts';
import { MIN_RESPONSE_MS, register } from './register.ts';
import { resetPassword } from './reset-password.ts';

const PASSWORD = 'coral-reef-7';
let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
  new FakeSockets();
  fakeSecrets({ REGISTRATION_SECRET_ARN: 'key' });
});
afterAll(() => stop());
afterEach(() => vi.useRealTimers());
beforeEach(() => {
  process.env.EMAIL_VERIFICATION = 'required';
});

const buildError = (name: string) => Object.assign(new Error('From Cognito'), { name });
const createThrower = (error: Error) => () => {
  throw error;
};

const ERROR_OPTIONS = { message: 'From Cognito', $metadata: {} };
const fail = (name: string) => createThrower(buildError(name));
const failAccountExists = createThrower(new UsernameExistsException(ERROR_OPTIONS));
const failNotFound = createThrower(new UserNotFoundException(ERROR_OPTIONS));

/** Creates a member with a profile. `user` builds the user pool's response for them. */
async function createMember() {
  const userId = randomUUID();
  const email = `${userId}@fathom.example`;
  await createProfile({ userId, email, username: 'Ada' });

  const claims = { sub: userId, username: userId, token_use: 'access', iat: '5' };
  const caller = readCaller({
    headers: { authorization: 'Bearer the-token' },
    requestContext: { authorizer: { jwt: { claims } } },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer);

  const user = (changes: object = {}, otherAttributes: object = {}) => ({
    UserAttributes: Object.entries({ sub: userId, email, ...changes }).map(([Name, Value]) => ({ Name, Value })),
    UserStatus: 'CONFIRMED',
    ...otherAttributes,
  });

  return { userId, email, caller, user };
}

describe('register', () => {
  const details = { email: 'ada@fathom.example', password: PASSWORD, username: 'Ada' };

  it('mails the owner of a confirmed account', async () => {
    const { email, user } = await createMember();
    fakeCognito({ SignUp: failAccountExists, AdminGetUser: () => user() });
    const mails = fakeMail();

    expect(await register(undefined, { ...details, email })).toEqual({ confirmation: 'code' });
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'You already have a Fathom account']]);
  });

  it('mails the owner once an hour, however many registrations arrive concurrently', async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const ada = await createMember();
    const ben = await createMember();
    fakeCognito({ SignUp: failAccountExists, AdminGetUser: () => ada.user() });
    const mails = fakeMail();
    const registerAs = (email: string) => register(undefined, { ...details, email });
    const countMails = (email: string) => mails.filter(({ to }) => to === email).length;

    const responses = await Promise.all(Array.from({ length: 5 }, () => registerAs(ada.email)));
    await registerAs(ben.email);

    expect(responses).toEqual(Array(5).fill({ confirmation: 'code' }));
    expect([countMails(ada.email), countMails(ben.email)]).toEqual([1, 1]);

    vi.setSystemTime(start + 3_598_000);
    await registerAs(ada.email.toUpperCase());
    expect(mails).toHaveLength(2);

    vi.setSystemTime(start + 3_600_000);
    await registerAs(ada.email);
    expect(countMails(ada.email)).toBe(2);
  });

  it('sends a new code to an unconfirmed account once an hour', async () => {
    const { email, user } = await createMember();
    const calls = fakeCognito({
      SignUp: failAccountExists,
      AdminGetUser: () => user({}, { UserStatus: 'UNCONFIRMED' }),
      ResendConfirmationCode: () => ({}),
    });

    for (let call = 1; call <= 3; call++) await register(undefined, { ...details, email });

    expect(calls.filter(({ name }) => name === 'ResendConfirmationCode')).toHaveLength(1);
  });

  it('makes the same calls to Cognito with and without a mail, and takes at least a second', async () => {
    const { email, user } = await createMember();
    const calls = fakeCognito({ SignUp: failAccountExists, AdminGetUser: () => user() });
    fakeMail();
    await register(undefined, { ...details, email });
    const callsWithMail = calls.splice(0).map(({ name }) => name);

    const start = performance.now();
    await register(undefined, { ...details, email });

    expect(calls.map(({ name }) => name)).toEqual(callsWithMail);
    // Timers can fire a millisecond early.
    expect(performance.now() - start).toBeGreaterThanOrEqual(MIN_RESPONSE_MS - 1);
  });

  it('sends no mail and logs no address if the table is busy', async () => {
    const { email, user } = await createMember();
    fakeCognito({ SignUp: failAccountExists, AdminGetUser: () => user() });
    const mails = fakeMail();
    const warnings = vi.spyOn(logger, 'warn').mockImplementation(() => {});
    const write = vi.spyOn(table, 'send').mockImplementation(fail('ThrottlingException'));

    const response = await register(undefined, { ...details, email });

    write.mockRestore();
    expect(response).toEqual({ confirmation: 'code' });
    expect(mails).toEqual([]);
    expect(warnings).toHaveBeenCalledOnce();
    expect(JSON.stringify(warnings.mock.calls)).not.toContain(email);
  });

  it('stores no address in plain text', async () => {
    const { email, user } = await createMember();
    fakeCognito({ SignUp: failAccountExists, AdminGetUser: () => user() });
    fakeMail();
    const writes = vi.spyOn(table, 'send');

    await register(undefined, { ...details, email });

    const inputs = JSON.stringify(writes.mock.calls.map(([{ input }]) => input));
    writes.mockRestore();
    expect(inputs).toContain('CONDUCT#');
    expect(inputs).not.toContain('@');
  });

  it('responds the same if Cognito sends no more codes or if the account was just deleted', async () => {
    const { email, user } = await createMember();
    const registration = { ...details, email };
    const unconfirmedUser = () => user({}, { UserStatus: 'UNCONFIRMED' });
    const SignUp = failAccountExists;

    fakeCognito({ SignUp, AdminGetUser: unconfirmedUser, ResendConfirmationCode: fail('LimitExceededException') });
    expect(await register(undefined, registration)).toEqual({ confirmation: 'code' });

    fakeCognito({ SignUp, AdminGetUser: failNotFound });
    expect(await register(undefined, registration)).toEqual({ confirmation: 'code' });
  });

  it('sends no password or proof to the log', async () => {
    const log = vi.spyOn(logger, 'info');
    fakeCognito({ SignUp: () => ({}) });

    await register(undefined, details);

    expect(JSON.stringify(log.mock.calls)).not.toContain(PASSWORD);
  });
});

describe('resetPassword', () => {
  const operations = (user: () => object) => ({
    AdminGetUser: user,
    AdminUserGlobalSignOut: () => ({}),
    AdminSetUserMFAPreference: () => ({}),
  });

  it('ends all sessions if the post-confirmation trigger fails', async () => {
    const { email, userId, user } = await createMember();
    const calls = fakeCognito({
      ConfirmForgotPassword: fail('UnexpectedLambdaException'),
      ...operations(() => user()),
    });

    await resetPassword(undefined, { email, code: '123456', password: PASSWORD });

    expect(calls.map(({ name }) => name)).toContain('AdminUserGlobalSignOut');
    expect(unseal(await getProfile(userId))?.tokensValidFrom).toBeGreaterThan(0);
  });

  it('leaves a failed reset to the trigger, because its code is used up', async () => {
    vi.spyOn(logger, 'error').mockReturnValue();
    const requests = fakeResetCompletion();
    const { email, userId, user } = await createMember();
    const failUser = fail('InternalErrorException');
    fakeCognito({ ...operations(failUser), ConfirmForgotPassword: fail('UnexpectedLambdaException') });

    expect(await resetPassword(undefined, { email, code: '123456', password: PASSWORD })).toEqual({});
    expect(unseal(await getProfile(userId))?.tokensValidFrom).toBeUndefined();

    const [request] = requests as [PasswordResetRequest];
    fakeCognito(operations(failUser));
    await expect(postConfirmation(request)).rejects.toThrow('From Cognito');

    const calls = fakeCognito(operations(() => user()));
    await postConfirmation(request);
    expect(calls.map(({ name }) => name)).toContain('AdminUserGlobalSignOut');
    expect(unseal(await getProfile(userId))?.tokensValidFrom).toBeGreaterThan(0);
  });

  it('ignores a requested completion for a member whose account is deleted', async () => {
    fakeCognito(operations(failNotFound));
    await postConfirmation({ kind: 'passwordReset', userPoolId: 'pool', username: 'ada@fathom.example' });
  });

  it.each([
    ['switches the second factor off if there are no recovery codes', [], [{ Enabled: false, PreferredMfa: false }]],
    ['keeps the second factor on if there are recovery codes', ['a'], []],
  ])('%s', async (_, recoveryCodes, expectedSettings) => {
    const { email, userId, user } = await createMember();
    await editCredentials(userId, { recoveryCodes });
    const totpUser = () => user({}, { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] });
    const calls = fakeCognito({ ConfirmForgotPassword: fail('UnexpectedLambdaException'), ...operations(totpUser) });

    await resetPassword(undefined, { email, code: '123456', password: PASSWORD });

    const preferenceCalls = calls.filter(({ name }) => name === 'AdminSetUserMFAPreference');
    expect(preferenceCalls.map(({ input }) => input.SoftwareTokenMfaSettings)).toEqual(expectedSettings);
  });
});

describe('confirmEmail', () => {
  it('completes a change with the used code after its first request reached only Cognito', async () => {
    const { userId, caller, user } = await createMember();
    const newEmail = `next-${userId}@fathom.example`;
    await editCredentials(userId, { pendingEmail: newEmail });
    const mails = fakeMail();
    fakeCognito({ VerifyUserAttribute: fail('ExpiredCodeException'), AdminGetUser: () => user({ email: newEmail }) });

    expect(await confirmEmail(caller, { code: '123456' })).toEqual({ email: newEmail });
    expect(unseal(await getProfile(userId))?.email).toBe(newEmail);
    expect(await getCredentials(userId)).not.toHaveProperty('pendingEmail');
    expect(mails).toHaveLength(1);

    await expect(confirmEmail(caller, { code: '123456' })).rejects.toMatchObject({ code: 'InvalidCode' });
  });

  it("sends Cognito the caller's token, and rejects a revoked one", async () => {
    const { caller } = await createMember();
    const calls = fakeCognito({ VerifyUserAttribute: fail('NotAuthorizedException') });

    await expect(confirmEmail(caller, { code: '123456' })).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(calls[0]?.input.AccessToken).toBe('the-token');
    expect(JSON.stringify(caller)).not.toContain('the-token');
  });
});

describe('enableTotp', () => {
  it('stores digests of the recovery codes before it switches the second factor on', async () => {
    const { userId, caller } = await createMember();
    let storedDigests: readonly string[] = [];
    fakeCognito({
      AdminInitiateAuth: () => ({}),
      VerifySoftwareToken: () => ({ Status: 'SUCCESS' }),
      AdminSetUserMFAPreference: async () => {
        storedDigests = (await getCredentials(userId)).recoveryCodes;
        return {};
      },
    });

    const { recoveryCodes } = await enableTotp(caller, { password: PASSWORD, code: '123456' });

    expect(storedDigests).toEqual(recoveryCodes.map(digestRecoveryCode));
    for (const code of recoveryCodes) expect(JSON.stringify(storedDigests)).not.toContain(code.replaceAll('-', ''));
  });
});

describe('recover', () => {
  it('completes with the same code after a failure', async () => {
    const { userId, email, user } = await createMember();
    const codes = createRecoveryCodes();
    await editCredentials(userId, { recoveryCodes: codes.map(digestRecoveryCode) });
    const input = { email, password: PASSWORD, recoveryCode: codes[0]! };
    const operations = {
      AdminInitiateAuth: () => ({}),
      AdminGetUser: () => user(),
      AdminSetUserMFAPreference: () => ({}),
      AdminUserGlobalSignOut: () => ({}),
    };

    fakeCognito({ ...operations, AdminUserGlobalSignOut: fail('InternalErrorException') });
    await expect(recoverAccount(undefined, input)).rejects.toThrow();

    fakeCognito(operations);
    expect(await recoverAccount(undefined, input)).toEqual({});
    expect((await getCredentials(userId)).recoveryCodes).toEqual([]);
    await expect(recoverAccount(undefined, input)).rejects.toMatchObject({ code: 'InvalidCode' });
  });
});
