/**
 * Tests that a password change is completed after a failure. It has several steps: Cognito changes the password, and
 * then all sessions end. Meanwhile, an attribute of the member (`isPasswordChanging`) marks the change as unfinished.
 */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeSockets, fakeCognito } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, removeHooks } from '../../test/support/table-calls.ts';
import { readCaller } from '../platform/identity.ts';
import { table } from '../table/client.ts';
import { getCredentials } from '../table/credentials.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { changePassword } from './change-password.ts';

const OLD_PASSWORD = 'coral-reef-7';
const NEW_PASSWORD = 'kelp-forest-9';
const INPUT = { currentPassword: OLD_PASSWORD, newPassword: NEW_PASSWORD };

/** When the callers' tokens were issued, in seconds since 1970. */
const TOKEN_ISSUED_AT = 5;

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
  new FakeSockets();
});

afterEach(removeHooks);

afterAll(() => stopTable());

/** Builds an error as Cognito's client throws it. */
const buildError = (name: string, message = 'From Cognito') => Object.assign(new Error(message), { name });

/** The state of {@link fakePool}, which tests change. */
interface PoolState {
  password: string;
  /** The operation that fails. With `response of ChangePassword`, the password changes, but the response is lost. */
  failingOperation: string | undefined;
  /** Whether Cognito refuses all passwords after too many wrong ones. */
  isLocked: boolean;
}

/** Fakes a user pool with one user, which checks the user's password. Returns the calls. */
function fakePool(state: PoolState) {
  const runOperation = (operation: string) => {
    if (state.failingOperation === operation) throw buildError('InternalErrorException');
    return {};
  };

  return fakeCognito({
    AdminInitiateAuth: (input: { AuthParameters: { PASSWORD: string } }) => {
      if (state.isLocked) throw buildError('NotAuthorizedException', 'Password attempts exceeded');
      if (input.AuthParameters.PASSWORD !== state.password) throw buildError('NotAuthorizedException');
      return {};
    },
    ChangePassword: (input: { ProposedPassword: string }) => {
      runOperation('ChangePassword');
      state.password = input.ProposedPassword;
      return runOperation('response of ChangePassword');
    },
    AdminUserGlobalSignOut: () => runOperation('AdminUserGlobalSignOut'),
  } as never);
}

/** Creates a member with a profile, the caller that their access token names, and their user pool. */
async function createMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: `${userId}@fathom.example`, username: 'Ada' });

  const claims = { sub: userId, username: userId, token_use: 'access', iat: String(TOKEN_ISSUED_AT) };
  const caller = readCaller({
    headers: { authorization: 'Bearer the-token' },
    requestContext: { authorizer: { jwt: { claims } } },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer);

  const state: PoolState = { password: OLD_PASSWORD, failingOperation: undefined, isLocked: false };
  const calls = fakePool(state);

  /** Returns the names of the calls to Cognito since the last `takeCalls`. */
  const takeCalls = () => calls.splice(0).map(({ name }) => name);

  /** Returns whether the table refuses the caller's token. */
  const areSessionsEnded = async () =>
    (unseal(await getProfile(userId, { consistent: true }))?.tokensValidFrom ?? 0) > TOKEN_ISSUED_AT;

  return { userId, caller, state, takeCalls, areSessionsEnded };
}

describe('changePassword', () => {
  it.each([
    ['Cognito revoked no tokens', 'AdminUserGlobalSignOut'],
    ["Cognito's response to the change was lost", 'response of ChangePassword'],
  ])('ends all sessions when the request is repeated after %s', async (_, operation) => {
    const { userId, caller, state, takeCalls, areSessionsEnded } = await createMember();
    state.failingOperation = operation;

    await expect(changePassword(caller, INPUT)).rejects.toMatchObject({ name: 'InternalErrorException' });
    expect(state.password).toBe(NEW_PASSWORD);
    expect(await areSessionsEnded()).toBe(false);

    state.failingOperation = undefined;
    takeCalls();
    expect(await changePassword(caller, INPUT)).toEqual({});

    // Doesn't call ChangePassword, because Cognito may have revoked the token that it requires.
    expect(takeCalls()).toEqual(['AdminInitiateAuth', 'AdminInitiateAuth', 'AdminUserGlobalSignOut']);
    expect(await areSessionsEnded()).toBe(true);
    expect(await getCredentials(userId)).not.toHaveProperty('isPasswordChanging');
  });

  it('ends all sessions when the request is repeated after the table failed', async () => {
    const { caller, state, takeCalls, areSessionsEnded } = await createMember();
    const failTable = () => {
      throw new Error('The table is down.');
    };
    // The first update stores `isPasswordChanging`. The second one, which ends the sessions, fails.
    beforeNext(table, 'UpdateItemCommand', failTable, { skip: 1 });

    await expect(changePassword(caller, INPUT)).rejects.toThrow('The table is down.');
    expect(state.password).toBe(NEW_PASSWORD);
    expect(takeCalls().at(-1)).toBe('AdminUserGlobalSignOut');
    expect(await areSessionsEnded()).toBe(false);

    expect(await changePassword(caller, INPUT)).toEqual({});
    expect(await areSessionsEnded()).toBe(true);
  });

  it('changes the password when the request is repeated after a failure before the change', async () => {
    const { caller, state, areSessionsEnded } = await createMember();
    state.failingOperation = 'ChangePassword';
    await expect(changePassword(caller, INPUT)).rejects.toMatchObject({ name: 'InternalErrorException' });
    expect(state.password).toBe(OLD_PASSWORD);

    state.failingOperation = undefined;
    expect(await changePassword(caller, INPUT)).toEqual({});
    expect(state.password).toBe(NEW_PASSWORD);
    expect(await areSessionsEnded()).toBe(true);
  });

  it('ends no session if neither password is right after a failure', async () => {
    const { caller, state, takeCalls, areSessionsEnded } = await createMember();
    state.failingOperation = 'AdminUserGlobalSignOut';
    await expect(changePassword(caller, INPUT)).rejects.toMatchObject({ name: 'InternalErrorException' });

    state.failingOperation = undefined;
    takeCalls();
    const wrongPasswords = { currentPassword: 'mangrove-8', newPassword: 'sea-grass-10' };
    await expect(changePassword(caller, wrongPasswords)).rejects.toMatchObject({ code: 'WrongPassword' });

    state.isLocked = true;
    await expect(changePassword(caller, INPUT)).rejects.toMatchObject({ code: 'TooManyAttempts' });

    expect(takeCalls()).toEqual(Array(3).fill('AdminInitiateAuth'));
    expect(state.password).toBe(NEW_PASSWORD);
    expect(await areSessionsEnded()).toBe(false);
  });

  it.each([
    ['before any change', async () => {}],
    [
      'after a complete change',
      ({ caller }: Awaited<ReturnType<typeof createMember>>) => changePassword(caller, INPUT),
    ],
  ])('tries only the current password %s, even if the new password is right', async (_, prepare) => {
    const member = await createMember();
    await prepare(member);
    member.takeCalls();

    const input = { currentPassword: 'mangrove-8', newPassword: member.state.password };
    // The token was issued after the change, in the far future.
    const response = changePassword({ ...member.caller, issuedAt: 2 ** 40 }, input);

    await expect(response).rejects.toMatchObject({ code: 'WrongPassword' });
    expect(member.takeCalls()).toEqual(['AdminInitiateAuth']);
  });
});
