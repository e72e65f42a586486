/**
 * Tests of registration on a stage that verifies emails. The response must not reveal whether an email has an account.
 * So it is always the same, and the owner of an existing account receives a mail instead.
 */
import { randomUUID } from 'node:crypto';
import {
  CodeDeliveryFailureException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { fakeCognito, fakeMail, fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { logger } from '../platform/logger.ts';
import { table } from '../table/client.ts';
import { createProfile } from '../table/profile.ts';
import { register } from './register.ts';

const PASSWORD = 'coral-reef-7';
const REGISTRATION = { email: 'ada@fathom.example', password: PASSWORD, username: 'Ada' };

/** The minimum time that a response takes, so that its time doesn't reveal whether a mail was sent: a second. */
const MIN_RESPONSE_MS = 1000;

/** The only response: the visitor must enter a code from a mail. */
const RESPONSE = { confirmation: 'code' };

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
  fakeSecrets({ REGISTRATION_SECRET_ARN: 'key' });
});

beforeEach(() => {
  vi.stubEnv('EMAIL_VERIFICATION', 'required');
});

afterEach(() => vi.useRealTimers());

afterAll(() => stopTable());

/** Returns an operation of a fake service that fails with this error. */
const createThrower = (error: Error) => () => {
  throw error;
};

const ERROR_OPTIONS = { message: 'From Cognito', $metadata: {} };
const failAccountExists = createThrower(new UsernameExistsException(ERROR_OPTIONS));
const failNotFound = createThrower(new UserNotFoundException(ERROR_OPTIONS));
const failWith = (name: string) => createThrower(Object.assign(new Error('From Cognito'), { name }));

/** Creates a member with a profile. `buildUser` builds the user pool's response for them. */
async function createMember() {
  const userId = randomUUID();
  const email = `${userId}@fathom.example`;
  await createProfile({ userId, email, username: 'Ada' });

  const buildUser = (UserStatus = 'CONFIRMED') => ({
    UserAttributes: Object.entries({ sub: userId, email }).map(([Name, Value]) => ({ Name, Value })),
    UserStatus,
  });

  return { email, buildUser };
}

const registerAs = (email: string) => register(undefined, { ...REGISTRATION, email });

describe('register', () => {
  it('mails the owner of a confirmed account', async () => {
    const { email, buildUser } = await createMember();
    fakeCognito({ SignUp: failAccountExists, AdminGetUser: () => buildUser() });
    const mails = fakeMail();

    expect(await registerAs(email)).toEqual(RESPONSE);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'You already have a Fathom account']]);
  });

  it('mails the owner once an hour, however many registrations arrive concurrently', async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const ada = await createMember();
    const ben = await createMember();
    fakeCognito({ SignUp: failAccountExists, AdminGetUser: () => ada.buildUser() });
    const mails = fakeMail();
    const countMails = (email: string) => mails.filter(({ to }) => to === email).length;

    const responses = await Promise.all(Array.from({ length: 5 }, () => registerAs(ada.email)));
    await registerAs(ben.email);

    expect(responses).toEqual(Array(5).fill(RESPONSE));
    expect([countMails(ada.email), countMails(ben.email)]).toEqual([1, 1]);

    // Two seconds before the hour ends, because the table stores whole seconds.
    vi.setSystemTime(start + HOUR_MS - 2000);
    await registerAs(ada.email.toUpperCase());
    expect(mails).toHaveLength(2);

    vi.setSystemTime(start + HOUR_MS);
    await registerAs(ada.email);
    expect(countMails(ada.email)).toBe(2);
  });

  it('sends a new code to an unconfirmed account once an hour', async () => {
    const { email, buildUser } = await createMember();
    const calls = fakeCognito({
      SignUp: failAccountExists,
      AdminGetUser: () => buildUser('UNCONFIRMED'),
      ResendConfirmationCode: () => ({}),
    });

    for (let call = 1; call <= 3; call++) await registerAs(email);

    expect(calls.filter(({ name }) => name === 'ResendConfirmationCode')).toHaveLength(1);
  });

  it('makes the same calls to Cognito with and without a mail, and takes at least a second', async () => {
    const { email, buildUser } = await createMember();
    const calls = fakeCognito({ SignUp: failAccountExists, AdminGetUser: () => buildUser() });
    fakeMail();
    await registerAs(email);
    const callsWithMail = calls.splice(0).map(({ name }) => name);

    // Sends no mail, because the address received one within the last hour.
    const start = performance.now();
    await registerAs(email);

    expect(calls.map(({ name }) => name)).toEqual(callsWithMail);
    // Timers can fire a millisecond early.
    expect(performance.now() - start).toBeGreaterThanOrEqual(MIN_RESPONSE_MS - 1);
  });

  it('sends no mail and logs no address if the table is busy', async () => {
    const { email, buildUser } = await createMember();
    fakeCognito({ SignUp: failAccountExists, AdminGetUser: () => buildUser() });
    const mails = fakeMail();
    const warnings = vi.spyOn(logger, 'warn').mockImplementation(() => {});
    const sendToTable = vi.spyOn(table, 'send').mockImplementation(failWith('ThrottlingException'));

    const response = await registerAs(email);

    sendToTable.mockRestore();
    expect(response).toEqual(RESPONSE);
    expect(mails).toEqual([]);
    expect(warnings).toHaveBeenCalledOnce();
    expect(JSON.stringify(warnings.mock.calls)).not.toContain(email);
  });

  it('stores no address in plain text', async () => {
    const { email, buildUser } = await createMember();
    fakeCognito({ SignUp: failAccountExists, AdminGetUser: () => buildUser() });
    fakeMail();
    const sendToTable = vi.spyOn(table, 'send');

    await registerAs(email);

    const inputs = JSON.stringify(sendToTable.mock.calls.map(([{ input }]) => input));
    sendToTable.mockRestore();
    // The key of the item that reserves this hour's mail to the address.
    expect(inputs).toContain('CONDUCT#');
    expect(inputs).not.toContain('@');
  });

  it('responds the same if Cognito sends no more codes or if the account was just deleted', async () => {
    const { email, buildUser } = await createMember();
    const SignUp = failAccountExists;
    const unconfirmedUser = () => buildUser('UNCONFIRMED');

    fakeCognito({ SignUp, AdminGetUser: unconfirmedUser, ResendConfirmationCode: failWith('LimitExceededException') });
    expect(await registerAs(email)).toEqual(RESPONSE);

    fakeCognito({ SignUp, AdminGetUser: failNotFound });
    expect(await registerAs(email)).toEqual(RESPONSE);
  });

  it('responds the same if Cognito creates the account, but fails to deliver the code', async () => {
    const errors = vi.spyOn(logger, 'error').mockImplementation(() => {});
    const calls = fakeCognito({ SignUp: createThrower(new CodeDeliveryFailureException(ERROR_OPTIONS)) });

    const response = await register(undefined, REGISTRATION);

    expect(response).toEqual(RESPONSE);
    expect(calls.map(({ name }) => name)).toEqual(['SignUp']);
    expect(errors).toHaveBeenCalledOnce();
  });

  it('sends no password or proof to the log', async () => {
    const logSpies = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(logger, level));
    const calls = fakeCognito({ SignUp: () => ({}) });

    await register(undefined, REGISTRATION);

    const { registrationProof } = calls[0]!.input.ClientMetadata as { readonly registrationProof: string };
    expect(registrationProof).not.toBe('');

    const logLines = JSON.stringify(logSpies.map(({ mock }) => mock.calls));
    for (const secret of [PASSWORD, registrationProof]) expect(logLines).not.toContain(secret);
  });
});
