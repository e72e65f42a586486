/** Tests of changing the password and of signing out everywhere, which end sessions. See docs/product.md#sessions. */
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { Member, PASSWORD } from '../../support/member.ts';

const { config, unsupported } = inject('target');
const { changePassword, signOutEverywhere } = contract.credentials;
const NEW_PASSWORD = 'kelp-forest-9';

/** Registers a member who is signed in on two devices. */
async function registerOnTwoDevices() {
  const { email } = await Member.register();
  const login = { email, password: PASSWORD };
  return {
    email,
    firstSession: await BrowserSession.signIn(config, login),
    secondSession: await BrowserSession.signIn(config, login),
  };
}

const statusOfMe = async (session: BrowserSession) => (await session.call(contract.account.me, {})).status;

/** Expects that neither token of a session is accepted. */
async function expectEnded(session: BrowserSession): Promise<void> {
  const { status, body } = await session.call(contract.account.me, {});
  expect([status, body.code]).toEqual([401, 'Unauthenticated']);

  if (unsupported.renewals) return;
  await expect(session.renew()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
}

describe('POST /credentials/change-password', () => {
  it('replaces the password and ends all sessions', async () => {
    const { email, firstSession, secondSession } = await registerOnTwoDevices();
    const { status } = await firstSession.call(changePassword, {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });

    expect(status).toBe(200);
    for (const session of [firstSession, secondSession]) await expectEnded(session);
    await expect(BrowserSession.signIn(config, { email, password: PASSWORD })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });

    const nextSession = await BrowserSession.signIn(config, { email, password: NEW_PASSWORD });
    expect(await statusOfMe(nextSession)).toBe(200);

    await nextSession.renew();
  });

  it('rejects a wrong current password, and changes nothing', async () => {
    const { email, firstSession, secondSession } = await registerOnTwoDevices();
    const input = { currentPassword: 'mangrove-8', newPassword: NEW_PASSWORD };
    const { status, body } = await firstSession.call(changePassword, input);

    expect([status, body.code]).toEqual([403, 'WrongPassword']);
    expect(await statusOfMe(firstSession)).toBe(200);

    await secondSession.renew();
    expect(await statusOfMe(await BrowserSession.signIn(config, { email, password: PASSWORD }))).toBe(200);
  });

  it.each([
    ['Password1', 'CommonPassword'],
    ['short', 'InvalidInput'],
    [' kelp-forest-9', 'InvalidInput'],
    ['k'.repeat(257), 'InvalidInput'],
  ])('rejects the new password "%.20s"', async (newPassword, code) => {
    const member = await Member.register();
    const { status, body } = await member.call(changePassword, { currentPassword: PASSWORD, newPassword });
    expect([status, body.code]).toEqual([400, code]);
  });

  it('rejects a repeated request, because the first request has ended the session', async () => {
    const { firstSession } = await registerOnTwoDevices();
    const input = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };

    expect((await firstSession.call(changePassword, input)).status).toBe(200);
    expect((await firstSession.call(changePassword, input)).status).toBe(401);
  });

  it.skipIf(unsupported.attemptLimits)('limits guesses of the current password', async () => {
    const member = await Member.register();
    const codes: (string | undefined)[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const input = { currentPassword: `mangrove-${attempt}`, newPassword: NEW_PASSWORD };
      codes.push((await member.call(changePassword, input)).body.code);
    }

    expect(codes.slice(0, 5)).toEqual(Array(5).fill('WrongPassword'));
    expect(codes).toContain('TooManyAttempts');
  });
});

describe('POST /credentials/sign-out-everywhere', () => {
  it('ends all sessions, and accepts the next sign-in', async () => {
    const { email, firstSession, secondSession } = await registerOnTwoDevices();
    expect((await firstSession.call(signOutEverywhere, {})).status).toBe(200);
    for (const session of [firstSession, secondSession]) await expectEnded(session);

    const nextSession = await BrowserSession.signIn(config, { email, password: PASSWORD });
    expect(await statusOfMe(nextSession)).toBe(200);
  });

  it("doesn't affect other members", async () => {
    const [{ firstSession }, { firstSession: otherSession }] = await Promise.all([
      registerOnTwoDevices(),
      registerOnTwoDevices(),
    ]);
    expect((await firstSession.call(signOutEverywhere, {})).status).toBe(200);
    expect(await statusOfMe(otherSession)).toBe(200);

    await otherSession.renew();
  });
});
