/**
 * Tests that a recovery leaves the second factor off and without recovery codes, even if `totp/enable` runs concurrently.
 * The concurrent request has passed its checks before the recovery ends the sessions.
 */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeSockets, fakeCognito, fakeMail } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { type Caller, readCaller } from '../platform/identity.ts';
import { editCredentials, getCredentials } from '../table/credentials.ts';
import { createProfile } from '../table/profile.ts';
import { enableTotp } from './enable-totp.ts';
import { recoverAccount } from './recover.ts';
import { createRecoveryCodes, digestRecoveryCode } from './recovery-codes.ts';

const PASSWORD = 'coral-reef-7';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
  new FakeSockets();
});
afterAll(() => stopTable());

/** The last operation that `totp/enable` has sent when it pauses. */
type Pause = 'VerifySoftwareToken' | 'AdminSetUserMFAPreference';

/** The moment of the recovery when an operation of the concurrent request starts or continues. */
type Moment = 'before' | 'whileSessionsEnd' | 'beforeSwitchOff' | 'afterSwitchOff' | 'after';

/** Returns the caller of a token that was issued now. */
function createCaller(userId: string): Caller {
  const claims = { sub: userId, username: userId, token_use: 'access', iat: String(Math.floor(Date.now() / 1000)) };
  return readCaller({
    headers: { authorization: 'Bearer the-token' },
    requestContext: { authorizer: { jwt: { claims } } },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer);
}

/**
 * Recovers a member's account while a concurrent `totp/enable` starts at one moment, pauses, and continues at another.
 *
 * @returns whether the second factor is on afterwards, and the stored digests of recovery codes
 */
async function recoverDuringSetUp({ start, pause, resume }: Record<'start' | 'resume', Moment> & { pause: Pause }) {
  const userId = randomUUID();
  const email = `${userId}@fathom.example`;
  await createProfile({ userId, email, username: 'Ada' });
  const [recoveryCode] = createRecoveryCodes() as [string];
  await editCredentials(userId, { recoveryCodes: [digestRecoveryCode(recoveryCode)] });

  const { promise: isPaused, resolve: markPaused } = Promise.withResolvers<void>();
  const { promise: isResumed, resolve: markResumed } = Promise.withResolvers<void>();
  let setUp: Promise<unknown> | undefined;
  let isTotpOn = true;

  const reachedMoments = new Set<Moment>();
  const reach = async (moment: Moment) => {
    // The set-up may switch the second factor off, too.
    if (reachedMoments.has(moment)) return;
    reachedMoments.add(moment);

    if (moment === start) {
      setUp = enableTotp(createCaller(userId), { password: PASSWORD, code: '123456' }).catch(() => {});
      await isPaused;
      // A paused set-up has deleted the recovery code, which the recovery may need.
      if (start === 'before') await editCredentials(userId, { recoveryCodes: [digestRecoveryCode(recoveryCode)] });
    }

    if (moment === resume) {
      markResumed();
      await setUp;
    }
  };
  const pauseAt = async (operation: Pause) => {
    if (operation !== pause) return;
    markPaused();
    await isResumed;
  };

  fakeMail();
  fakeCognito({
    AdminInitiateAuth: () => ({}),
    AdminGetUser: () => ({
      UserAttributes: Object.entries({ sub: userId, email }).map(([Name, Value]) => ({ Name, Value })),
    }),
    VerifySoftwareToken: async () => {
      await pauseAt('VerifySoftwareToken');
      return { Status: 'SUCCESS' };
    },
    AdminUserGlobalSignOut: () => reach('whileSessionsEnd'),
    AdminSetUserMFAPreference: async ({ SoftwareTokenMfaSettings }) => {
      const { Enabled: isOn } = SoftwareTokenMfaSettings as { Enabled: boolean };
      await (isOn ? pauseAt('AdminSetUserMFAPreference') : reach('beforeSwitchOff'));
      isTotpOn = isOn;
      if (!isOn) await reach('afterSwitchOff');
    },
  });

  await reach('before');
  await recoverAccount(undefined, { email, password: PASSWORD, recoveryCode });
  await reach('after');

  return { isTotpOn, recoveryCodes: (await getCredentials(userId)).recoveryCodes };
}

describe('recoverAccount', () => {
  it.each<[start: Moment, pause: Pause, resume: Moment]>([
    ['before', 'AdminSetUserMFAPreference', 'beforeSwitchOff'],
    ['before', 'AdminSetUserMFAPreference', 'after'],
    ['before', 'VerifySoftwareToken', 'after'],
    ['whileSessionsEnd', 'AdminSetUserMFAPreference', 'afterSwitchOff'],
    ['whileSessionsEnd', 'AdminSetUserMFAPreference', 'after'],
    ['whileSessionsEnd', 'VerifySoftwareToken', 'beforeSwitchOff'],
    ['whileSessionsEnd', 'VerifySoftwareToken', 'afterSwitchOff'],
  ])(
    'leaves the second factor off if a set-up starts at %s, pauses at %s, and resumes at %s',
    async (start, pause, resume) => {
      expect(await recoverDuringSetUp({ start, pause, resume })).toEqual({ isTotpOn: false, recoveryCodes: [] });
    },
  );
});
