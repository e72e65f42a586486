/**
 * Tests of the confirmation of a registration with a mailed code. Anyone can register a stranger's address with a
 * password, so the confirmation replaces a password that its caller doesn't know.
 */
import { randomUUID } from 'node:crypto';
import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeSockets, fakeCognito, fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { handler as postConfirmation } from '../triggers/post-confirmation.ts';
import { confirmRegistration } from './confirm-registration.ts';

const PASSWORD = 'coral-reef-7';
let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
  new FakeSockets();
  fakeSecrets({ REGISTRATION_SECRET_ARN: 'key' });
});

afterAll(() => stopTable());

/** Builds an error as Cognito's client throws it. */
const buildError = (name: string) => Object.assign(new Error('From Cognito'), { name });

/** Returns an operation of Cognito that fails with this error. */
const failWith = (name: string) => () => {
  throw buildError(name);
};

/** Builds the user pool's response for a user with these attributes. */
const buildUser = (attributes: Readonly<Record<string, string>>) => ({
  UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
});

/** Creates a member with a profile. `getUser` returns the user pool's response for them. */
async function createMember() {
  const userId = randomUUID();
  const email = `${userId}@fathom.example`;
  await createProfile({ userId, email, username: 'Ada' });
  return { userId, email, getUser: () => buildUser({ sub: userId, email }) };
}

describe('confirmRegistration', () => {
  it('replaces the password of a locked account even if the post-confirmation trigger fails', async () => {
    const { email, userId, getUser } = await createMember();
    const calls = fakeCognito({
      ConfirmSignUp: failWith('UserLambdaValidationException'),
      AdminInitiateAuth: () => {
        throw Object.assign(buildError('NotAuthorizedException'), { message: 'Password attempts exceeded' });
      },
      AdminSetUserPassword: () => ({}),
      AdminGetUser: getUser,
      AdminUpdateUserAttributes: () => ({}),
      AdminUserGlobalSignOut: () => ({}),
    });

    await confirmRegistration(undefined, { email, code: '123456', password: PASSWORD, username: 'Owner' });

    expect(calls.map(({ name }) => name)).toEqual([
      'ConfirmSignUp',
      'AdminInitiateAuth',
      'AdminSetUserPassword',
      'AdminGetUser',
      'AdminUpdateUserAttributes',
      'AdminUserGlobalSignOut',
      'AdminGetUser',
    ]);
    expect(unseal(await getProfile(userId))?.tokensValidFrom).toBeGreaterThan(0);
  });

  it.each([
    ["the confirmation's username", 'Owner', 'accepted', 'Owner'],
    ['the registered username if the password is the registered one', undefined, 'accepted', 'Ada'],
    ['a name from the email if the password is another one', undefined, 'refused', undefined],
  ])('gives the account %s', async (_, username, passwordCheck, expectedUsername) => {
    const userId = randomUUID();
    const email = `${randomUUID()}@fathom.example`;
    // The part before the @ is longer than a username may be.
    const nameFromEmail = email.slice(0, 30);

    const userAttributes = { sub: userId, email, preferred_username: 'Ada' };
    const runTrigger = ({ ClientMetadata: clientMetadata }: Readonly<Record<string, unknown>>) =>
      postConfirmation({
        triggerSource: 'PostConfirmation_ConfirmSignUp',
        userPoolId: 'pool',
        request: { userAttributes, clientMetadata },
      } as unknown as PostConfirmationTriggerEvent);

    fakeCognito({
      ConfirmSignUp: runTrigger,
      AdminInitiateAuth: passwordCheck === 'accepted' ? () => ({}) : failWith('NotAuthorizedException'),
      AdminSetUserPassword: () => ({}),
      AdminGetUser: () => buildUser(userAttributes),
      AdminUpdateUserAttributes: () => ({}),
      AdminUserGlobalSignOut: () => ({}),
    });

    await confirmRegistration(undefined, { email, code: '123456', password: PASSWORD, username });

    expect(unseal(await getProfile(userId))?.username).toBe(expectedUsername ?? nameFromEmail);
  });

  it('gives a missing profile the username of the confirmation after the trigger failed', async () => {
    const { email, userId, getUser } = await createMember();
    const calls = fakeCognito({
      ConfirmSignUp: failWith('UserLambdaValidationException'),
      AdminInitiateAuth: () => ({}),
      AdminGetUser: getUser,
      AdminUpdateUserAttributes: () => ({}),
    });

    await confirmRegistration(undefined, { email, code: '123456', password: PASSWORD, username: 'Owner' });

    expect(calls.at(-1)?.input).toMatchObject({
      Username: userId,
      UserAttributes: [{ Name: 'preferred_username', Value: 'Owner' }],
    });
  });

  it('sets no password if the code is wrong', async () => {
    const calls = fakeCognito({ ConfirmSignUp: failWith('CodeMismatchException') });
    const input = { email: 'ada@fathom.example', code: '123456', password: PASSWORD };

    await expect(confirmRegistration(undefined, input)).rejects.toMatchObject({ code: 'InvalidCode' });
    expect(calls.map(({ name }) => name)).toEqual(['ConfirmSignUp']);
  });
});
