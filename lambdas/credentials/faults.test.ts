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

/** Cognito, SES, or the table fail in the middle of a request. */

const PASSWORD = 'coral-reef-7';
let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
  new FakeSockets();
  fakeSecrets({ REGISTRATION_SECRET_ARN: 'key' });
});
afterAll(() => stop());
afterEach(() => {
  vi.useRealTimers();
});
beforeEach(() => {
  process.env.EMAIL_VERIFICATION = 'required';
});

const named = (name: string) => Object.assign(new Error('From Cognito'), { name });
const fail = (name: string) => () => {
  throw named(name);
};

const options = { message: 'From Cognito', $metadata: {} };
const accountExists = () => {
  throw new UsernameExistsException(options);
};
const notFound = () => {
  throw new UserNotFoundException(options);
};

/** Creates a member with a profile. `attributes` are what the user pool returns for them. */
async function newMember() {
  const userId = randomUUID();
  const email = `${userId}@fathom.example`;
  await createProfile({ userId, email, username: 'Ada' });
  const caller = readCaller({
    headers: { authorization: 'Bearer the-token' },
    requestContext: {
      authorizer: { jwt: { claims: { sub: userId, username: userId, token_use: 'access', iat: '5' } } },
    },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer);

  const user = (changes: object = {}, more: object = {}) => ({
    UserAttributes: Object.entries({ sub: userId, email, ...changes }).map(([Name, Value]) => ({ Name, Value })),
    UserStatus: 'CONFIRMED',
    ...more,
  });

  return { userId, email, caller, user };
}

describe('register', () => {
  const details = { email: 'ada@fathom.example', password: PASSWORD, username: 'Ada' };

  it('mails the owner of a confirmed account', async () => {
    const { email, user } = await newMember();
    fakeCognito({ SignUp: accountExists, AdminGetUser: () => user() });
    const mails = fakeMail();
    expect(await register(undefined, { ...details, email })).toEqual({ confirmation: 'code' });
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'You already have a Fathom account']]);
  });

  it('mails the owner once an hour, however many registrations arrive concurrently', async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const [ada, ben] = [await newMember(), await newMember()];
    fakeCognito({ SignUp: accountExists, AdminGetUser: () => ada.user() });
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

  it('sends a new code of an unconfirmed account once an hour', async () => {
    const { email, user } = await newMember();
    const calls = fakeCognito({
      SignUp: accountExists,
      AdminGetUser: () => user({}, { UserStatus: 'UNCONFIRMED' }),
      ResendConfirmationCode: () => ({}),
    });

    for (let time = 0; time < 3; time++) await register(undefined, { ...details, email });

    expect(calls.filter(({ name }) => name === 'ResendConfirmationCode')).toHaveLength(1);
  });

  it('makes the same calls to Cognito with and without a mail, and responds no earlier without', async () => {
    const { email, user } = await newMember();
    const calls = fakeCognito({ SignUp: accountExists, AdminGetUser: () => user() });
    fakeMail();
    await register(undefined, { ...details, email });
    const callsWithMail = calls.splice(0).map(({ name }) => name);

    const start = performance.now();
    await register(undefined, { ...details, email });

    expect(calls.map(({ name }) => name)).toEqual(callsWithMail);
    // Timers can fire a millisecond early.
    expect(performance.now() - start).toBeGreaterThanOrEqual(MIN_RESPONSE_MS - 1);
  });

  it('sends no mail if the table is busy, and logs no address', async () => {
    const { email, user } = await newMember();
    fakeCognito({ SignUp: accountExists, AdminGetUser: () => user() });
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

  it('stores no address in clear', async () => {
    const { email, user } = await newMember();
    fakeCognito({ SignUp: accountExists, AdminGetUser: () => user() });
    fakeMail();
    const writes = vi.spyOn(table, 'send');

    await register(undefined, { ...details, email });

    const inputs = JSON.stringify(writes.mock.calls.map(([{ input }]) => input));
    writes.mockRestore();
    expect(inputs).toContain('CONDUCT#');
    expect(inputs).not.toContain('@');
  });

  it('responds the same if Cognito sends no more codes, or the account was just deleted', async () => {
    const { email, user } = await newMember();
    const registration = { ...details, email };
    const unconfirmed = () => user({}, { UserStatus: 'UNCONFIRMED' });
    const SignUp = accountExists;

    fakeCognito({ SignUp, AdminGetUser: unconfirmed, ResendConfirmationCode: fail('LimitExceededException') });
    expect(await register(undefined, registration)).toEqual({ confirmation: 'code' });

    fakeCognito({ SignUp, AdminGetUser: notFound });
    expect(await register(undefined, registration)).toEqual({ confirmation: 'code' });
  });

  it('sends no password or proof to the log', async () => {
    const lines = vi.spyOn(logger, 'info');
    fakeCognito({ SignUp: () => ({}) });
    await register(undefined, details);
    expect(JSON.stringify(lines.mock.calls)).not.toContain(PASSWORD);
  });
});

describe('resetPassword', () => {
  const operations = (user: () => object) => ({
    AdminGetUser: user,
    AdminUserGlobalSignOut: () => ({}),
    AdminSetUserMFAPreference: () => ({}),
  });

  it('ends all sessions if the post-confirmation trigger fails', async () => {
    const { email, userId, user } = await newMember();
    const calls = fakeCognito({
      ConfirmForgotPassword: fail('UnexpectedLambdaException'),
      ...operations(() => user()),
    });
    await resetPassword(undefined, { email, code: '123456', password: PASSWORD });

    expect(calls.map(({ name }) => name)).toContain('AdminUserGlobalSignOut');
    expect(unseal(await getProfile(userId))?.tokensValidFrom).toBeGreaterThan(0);
  });

  it('is completed by the trigger later if this fails, too, because the code is used up', async () => {
    vi.spyOn(logger, 'error').mockReturnValue();
    const requests = fakeResetCompletion();
    const { email, userId, user } = await newMember();
    const failing = fail('InternalErrorException');
    fakeCognito({ ...operations(failing), ConfirmForgotPassword: fail('UnexpectedLambdaException') });

    expect(await resetPassword(undefined, { email, code: '123456', password: PASSWORD })).toEqual({});

    expect(unseal(await getProfile(userId))?.tokensValidFrom).toBeUndefined();

    const [request] = requests as [PasswordResetRequest];
    fakeCognito(operations(failing));
    await expect(postConfirmation(request)).rejects.toThrow('From Cognito');

    const calls = fakeCognito(operations(() => user()));
    await postConfirmation(request);
    expect(calls.map(({ name }) => name)).toContain('AdminUserGlobalSignOut');
    expect(unseal(await getProfile(userId))?.tokensValidFrom).toBeGreaterThan(0);
  });

  it('needs no completion for a member who is deleted in the meantime', async () => {
    fakeCognito(operations(notFound));
    await postConfirmation({ kind: 'passwordReset', userPoolId: 'pool', username: 'ada@fathom.example' });
  });

  it.each([
    ['off if there are no recovery codes', [], [{ Enabled: false, PreferredMfa: false }]],
    ['nowhere if there are recovery codes', ['a'], []],
  ])('switches a second factor %s', async (_, recoveryCodes, expected) => {
    const { email, userId, user } = await newMember();
    await editCredentials(userId, { recoveryCodes });
    const totpUser = () => user({}, { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] });
    const calls = fakeCognito({ ConfirmForgotPassword: fail('UnexpectedLambdaException'), ...operations(totpUser) });

    await resetPassword(undefined, { email, code: '123456', password: PASSWORD });
    const switched = calls.filter(({ name }) => name === 'AdminSetUserMFAPreference');

    expect(switched.map(({ input }) => input.SoftwareTokenMfaSettings)).toEqual(expected);
  });
});

describe('confirmEmail', () => {
  it('completes a change whose first request reached only Cognito, with the used code', async () => {
    const { userId, caller, user } = await newMember();
    const next = `next-${userId}@fathom.example`;
    await editCredentials(userId, { pendingEmail: next });
    const mails = fakeMail();
    fakeCognito({ VerifyUserAttribute: fail('ExpiredCodeException'), AdminGetUser: () => user({ email: next }) });

    expect(await confirmEmail(caller, { code: '123456' })).toEqual({ email: next });
    expect(unseal(await getProfile(userId))?.email).toBe(next);
    expect(await getCredentials(userId)).not.toHaveProperty('pendingEmail');
    expect(mails).toHaveLength(1);
    await expect(confirmEmail(caller, { code: '123456' })).rejects.toMatchObject({ code: 'InvalidCode' });
  });

  it("sends Cognito the caller's token, and rejects a revoked one", async () => {
    const { caller } = await newMember();
    const calls = fakeCognito({ VerifyUserAttribute: fail('NotAuthorizedException') });
    await expect(confirmEmail(caller, { code: '123456' })).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(calls[0]?.input.AccessToken).toBe('the-token');
    expect(JSON.stringify(caller)).not.toContain('the-token');
  });
});

describe('enableTotp', () => {
  it('stores recovery codes before it switches the second factor on, and stores only digests', async () => {
    const { userId, caller } = await newMember();
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
    const { userId, email, user } = await newMember();
    const codes = createRecoveryCodes();
    await editCredentials(userId, { recoveryCodes: codes.map(digestRecoveryCode) });
    const operations = {
      AdminInitiateAuth: () => ({}),
      AdminGetUser: () => user(),
      AdminSetUserMFAPreference: () => ({}),
      AdminUserGlobalSignOut: () => ({}),
    };
    const input = { email, password: PASSWORD, recoveryCode: codes[0]! };
    fakeCognito({ ...operations, AdminUserGlobalSignOut: fail('InternalErrorException') });

    await expect(recoverAccount(undefined, input)).rejects.toThrow();

    fakeCognito(operations);
    expect(await recoverAccount(undefined, input)).toEqual({});
    expect((await getCredentials(userId)).recoveryCodes).toEqual([]);
    await expect(recoverAccount(undefined, input)).rejects.toMatchObject({ code: 'InvalidCode' });
  });
});
