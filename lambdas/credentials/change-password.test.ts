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

const OLD = 'coral-reef-7';
const NEW = 'kelp-forest-9';
const INPUT = { currentPassword: OLD, newPassword: NEW };

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
  new FakeSockets();
});
afterAll(() => stop());
afterEach(removeHooks);

const named = (name: string, message = 'From Cognito') => Object.assign(new Error(message), { name });

/** Creates a member, and a fake of Cognito that knows their password and can fail. */
async function newMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: `${userId}@fathom.example`, username: 'Ada' });

  const caller = readCaller({
    headers: { authorization: 'Bearer the-token' },
    requestContext: {
      authorizer: { jwt: { claims: { sub: userId, username: userId, token_use: 'access', iat: '5' } } },
    },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer);
  const state = { password: OLD, failing: undefined as string | undefined, locked: false };

  const run = (operation: string) => {
    if (state.failing === operation) throw named('InternalErrorException');
    return {};
  };

  const calls = fakeCognito({
    AdminInitiateAuth: (input: { AuthParameters: { PASSWORD: string } }) => {
      if (state.locked) throw named('NotAuthorizedException', 'Password attempts exceeded');
      if (input.AuthParameters.PASSWORD !== state.password) throw named('NotAuthorizedException');
      return {};
    },
    ChangePassword: (input: { ProposedPassword: string }) => {
      run('ChangePassword');
      state.password = input.ProposedPassword;
      return run('response of ChangePassword');
    },
    AdminUserGlobalSignOut: () => run('AdminUserGlobalSignOut'),
  } as never);
  /** Returns the names of the calls since the last time. */
  const takeCalls = () => calls.splice(0).map(({ name }) => name);
  const isEnded = async () => (unseal(await getProfile(userId, { consistent: true }))?.tokensValidFrom ?? 0) > 5;

  return { userId, caller, state, takeCalls, isEnded };
}

describe('changePassword', () => {
  it.each([
    ['Cognito revoked no tokens', 'AdminUserGlobalSignOut'],
    ["Cognito's response to the change was lost", 'response of ChangePassword'],
  ])('ends all sessions when it is repeated after %s', async (_, operation) => {
    const { userId, caller, state, takeCalls, isEnded } = await newMember();
    state.failing = operation;
    await expect(changePassword(caller, INPUT)).rejects.toMatchObject({ name: 'InternalErrorException' });
    expect([state.password, await isEnded()]).toEqual([NEW, false]);

    state.failing = undefined;
    takeCalls();

    expect(await changePassword(caller, INPUT)).toEqual({});

    // Cognito may have revoked the token, which ChangePassword requires.
    expect(takeCalls()).toEqual(['AdminInitiateAuth', 'AdminInitiateAuth', 'AdminUserGlobalSignOut']);
    expect(await isEnded()).toBe(true);
    expect(await getCredentials(userId)).not.toHaveProperty('isPasswordChanging');
  });

  it('ends all sessions when it is repeated after Cognito revoked them and the table failed', async () => {
    const { caller, state, takeCalls, isEnded } = await newMember();
    const failTable = () => {
      throw new Error('The table is down.');
    };
    // After the mark.
    beforeNext(table, 'UpdateItemCommand', failTable, { skip: 1 });

    await expect(changePassword(caller, INPUT)).rejects.toThrow('The table is down.');
    expect([state.password, takeCalls().at(-1), await isEnded()]).toEqual([NEW, 'AdminUserGlobalSignOut', false]);

    expect(await changePassword(caller, INPUT)).toEqual({});
    expect(await isEnded()).toBe(true);
  });

  it('changes the password when it is repeated after a failure before the change', async () => {
    const { caller, state, isEnded } = await newMember();
    state.failing = 'ChangePassword';
    await expect(changePassword(caller, INPUT)).rejects.toMatchObject({ name: 'InternalErrorException' });
    expect(state.password).toBe(OLD);

    state.failing = undefined;
    expect(await changePassword(caller, INPUT)).toEqual({});
    expect([state.password, await isEnded()]).toEqual([NEW, true]);
  });

  it('ends no session if neither password is right after a failure', async () => {
    const { caller, state, takeCalls, isEnded } = await newMember();
    state.failing = 'AdminUserGlobalSignOut';
    await expect(changePassword(caller, INPUT)).rejects.toThrow();

    state.failing = undefined;
    takeCalls();

    const guess = { currentPassword: 'mangrove-8', newPassword: 'sea-grass-10' };
    await expect(changePassword(caller, guess)).rejects.toMatchObject({ code: 'WrongPassword' });

    state.locked = true;
    await expect(changePassword(caller, INPUT)).rejects.toMatchObject({ code: 'TooManyAttempts' });

    expect(takeCalls()).toEqual(Array(3).fill('AdminInitiateAuth'));
    expect([state.password, await isEnded()]).toEqual([NEW, false]);
  });

  it.each([
    ['before any change', async () => {}],
    ['after a complete change', ({ caller }: Awaited<ReturnType<typeof newMember>>) => changePassword(caller, INPUT)],
  ])('tries one password only %s, even if the new one is right', async (_, prepare) => {
    const member = await newMember();
    await prepare(member);
    member.takeCalls();

    const input = { currentPassword: 'mangrove-8', newPassword: member.state.password };
    const attempt = changePassword({ ...member.caller, issuedAt: 2 ** 40 }, input);

    await expect(attempt).rejects.toMatchObject({ code: 'WrongPassword' });
    expect(member.takeCalls()).toEqual(['AdminInitiateAuth']);
  });
});
