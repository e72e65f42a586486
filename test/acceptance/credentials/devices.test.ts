/** Tests of the list of signed-in devices, and of signing one out. See docs/product.md#sessions. */
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { BrowserSession, DEVICE_NAME } from '../../support/browser-session.ts';
import { Member, PASSWORD } from '../../support/member.ts';

const { config, unsupported } = inject('target');
const { signInSettings, forgetDevice, signOutEverywhere } = contract.credentials;

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

const readIds = async (session: BrowserSession) =>
  (await session.call(signInSettings, {})).body.devices.map(({ id }) => id);

describe.skipIf(unsupported.devices)('GET /credentials', () => {
  it('returns the email, the second factor, and the signed-in devices', async () => {
    const { email, firstSession, secondSession } = await registerOnTwoDevices();
    const { status, body } = await firstSession.call(signInSettings, {});
    expect(status).toBe(200);

    const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const buildDevice = (id: string) => ({ id, name: DEVICE_NAME, createdAt: anyTime, lastUsedAt: anyTime });

    expect(body).toEqual({
      success: true,
      email,
      totp: false,
      recoveryCodesLeft: 0,
      devices: expect.arrayContaining([buildDevice(firstSession.deviceKey), buildDevice(secondSession.deviceKey)]),
    });
    expect(body.devices).toHaveLength(2);
  });

  it('returns no device whose sessions have ended', async () => {
    const { email, firstSession } = await registerOnTwoDevices();
    expect((await firstSession.call(signOutEverywhere, {})).status).toBe(200);

    const nextSession = await BrowserSession.signIn(config, { email, password: PASSWORD });
    expect(await readIds(nextSession)).toEqual([nextSession.deviceKey]);
  });

  it("returns only the member's own devices", async () => {
    const [ada, ben] = await Promise.all([registerOnTwoDevices(), registerOnTwoDevices()]);
    expect(await readIds(ada.firstSession)).not.toContain(ben.firstSession.deviceKey);
  });
});

describe('POST /credentials/forget-device', () => {
  it.skipIf(unsupported.devices)('signs out one device, even if the request is repeated', async () => {
    const { firstSession, secondSession } = await registerOnTwoDevices();
    for (let count = 0; count < 2; count++) {
      expect((await firstSession.call(forgetDevice, { deviceId: secondSession.deviceKey })).status).toBe(200);
    }

    expect(await readIds(firstSession)).toEqual([firstSession.deviceKey]);
    await expect(secondSession.renew()).rejects.toMatchObject({ name: 'NotAuthorizedException' });

    await firstSession.renew();
  });

  it.skipIf(unsupported.devices)("doesn't sign out another member's device", async () => {
    const [ada, ben] = await Promise.all([registerOnTwoDevices(), registerOnTwoDevices()]);
    expect((await ada.firstSession.call(forgetDevice, { deviceId: ben.firstSession.deviceKey })).status).toBe(200);

    await ben.firstSession.renew();
    expect(await readIds(ben.firstSession)).toHaveLength(2);
  });

  it.each(['', 'none', '../x_y', `us-east-1_${'x'.repeat(80)}`])('rejects the ID "%.20s"', async (deviceId) => {
    const { status, body } = await (await Member.register()).call(forgetDevice, { deviceId });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });
});
