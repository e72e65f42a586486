/**
 * Tests of two-step sign-in: an authenticator app as the second factor, and the recovery codes for a lost one.
 *
 * `unsupported` names what the tested stage can't do, such as an emulator that remembers no devices.
 */
import { TOTP } from 'otpauth';
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { RECOVERY_CODES } from '../../../shared/rules/limits.ts';
import { BrowserSession, type Login } from '../../support/browser-session.ts';
import { createWrongCode } from '../../support/guess-codes.ts';
import { readMails } from '../../support/mails.ts';
import { Member, PASSWORD } from '../../support/member.ts';

const { config, mailsUrl, unsupported } = inject('target');
const { setUpTotp, enableTotp, disableTotp, recover, signInSettings, changePassword } = contract.credentials;
const visitor = new BrowserSession(config);

const NEW_PASSWORD = 'kelp-forest-9';
const WRONG_PASSWORD = 'mangrove-8';

/** Returns the code of the next time step. Cognito accepts it early, and each code once. */
const generateNextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });

/** Returns the code that an authenticator app shows now. */
const generateCode = (secret: string) => new TOTP({ secret }).generate();

/** Registers a member without a second factor. */
async function registerAndSignIn(): Promise<{ login: Login; session: BrowserSession }> {
  const { email } = await Member.register();
  const login = { email, password: PASSWORD };
  return { login, session: await BrowserSession.signIn(config, login) };
}

/** Registers a member with a second factor. */
async function registerWithTotp() {
  const { login, session } = await registerAndSignIn();
  const { secret } = (await session.call(setUpTotp, { password: PASSWORD })).body;
  const { recoveryCodes } = (await session.call(enableTotp, { password: PASSWORD, code: generateCode(secret) })).body;
  return { login, session, secret, recoveryCodes };
}

/** Returns 'signed in', or the name of the error. */
const signInWithoutCode = (login: Login) =>
  BrowserSession.signIn(config, login).then(
    () => 'signed in',
    ({ name }: Error) => name,
  );

/** A test that reads the settings, which include the devices. */
const itWithDevices = it.skipIf(unsupported.devices);

describe('POST /credentials/totp', () => {
  itWithDevices('makes sign-in ask for a code', async () => {
    const { login, session } = await registerAndSignIn();
    const { body: key } = await session.call(setUpTotp, { password: PASSWORD });

    expect(key.uri).toBe(`otpauth://totp/Fathom:${encodeURIComponent(login.email)}?secret=${key.secret}&issuer=Fathom`);
    expect(await signInWithoutCode(login)).toBe('signed in');

    const code = generateCode(key.secret);
    const { status, body } = await session.call(enableTotp, {
      password: PASSWORD,
      // Authenticator apps show a code with a space.
      code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
    });

    expect(status).toBe(200);
    expect(new Set(body.recoveryCodes).size).toBe(RECOVERY_CODES);
    expect(await signInWithoutCode(login)).toBe('SOFTWARE_TOKEN_MFA');

    await BrowserSession.signIn(config, login, generateNextCode(key.secret));
    const settings = await session.call(signInSettings, {});

    expect(settings.body).toMatchObject({ totp: true, recoveryCodesLeft: RECOVERY_CODES, email: login.email });
  });

  it('returns new recovery codes to a repeated request, and makes the earlier ones invalid', async () => {
    const { login, session } = await registerAndSignIn();
    const { secret } = (await session.call(setUpTotp, { password: PASSWORD })).body;
    const input = { password: PASSWORD, code: generateCode(secret) };
    const first = await session.call(enableTotp, input);

    const second = await session.call(enableTotp, input);
    const [lostCode] = first.body.recoveryCodes;
    const [newCode] = second.body.recoveryCodes;

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await signInWithoutCode(login)).toBe('SOFTWARE_TOKEN_MFA');
    expect((await visitor.call(recover, { ...login, recoveryCode: lostCode! })).body.code).toBe('InvalidCode');
    expect((await visitor.call(recover, { ...login, recoveryCode: newCode! })).status).toBe(200);
  });

  it('rejects a wrong code, a wrong password, and malformed codes', async () => {
    const { login, session } = await registerAndSignIn();
    const { secret } = (await session.call(setUpTotp, { password: PASSWORD })).body;
    const code = generateCode(secret);
    const wrongCode = createWrongCode(code);

    const attempts = [
      [{ password: PASSWORD, code: wrongCode }, 400, 'InvalidCode'],
      [{ password: WRONG_PASSWORD, code }, 403, 'WrongPassword'],
      [{ password: PASSWORD, code: '12345' }, 400, 'InvalidInput'],
    ] as const;
    for (const [input, expectedStatus, expectedCode] of attempts) {
      const { status, body } = await session.call(enableTotp, input);
      expect([status, body.code]).toEqual([expectedStatus, expectedCode]);
    }

    expect(await signInWithoutCode(login)).toBe('signed in');
  });

  it('rejects a wrong password before it creates a key', async () => {
    const { session } = await registerAndSignIn();
    const { status, body } = await session.call(setUpTotp, { password: WRONG_PASSWORD });

    expect([status, body.code]).toEqual([403, 'WrongPassword']);
    expect(body).not.toHaveProperty('secret');
  });

  itWithDevices('switches the second factor off with the password, even if the request is repeated', async () => {
    const { login, session } = await registerWithTotp();
    const wrongPasswordResponse = await session.call(disableTotp, { password: WRONG_PASSWORD });

    expect([wrongPasswordResponse.status, wrongPasswordResponse.body.code]).toEqual([403, 'WrongPassword']);
    expect(await signInWithoutCode(login)).toBe('SOFTWARE_TOKEN_MFA');
    for (let count = 0; count < 2; count++) {
      expect((await session.call(disableTotp, { password: PASSWORD })).status).toBe(200);
    }
    expect(await signInWithoutCode(login)).toBe('signed in');

    const { body } = await session.call(signInSettings, {});
    expect(body).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
  });

  it('lets a member with a second factor change the password', async () => {
    const { session } = await registerWithTotp();
    const input = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await session.call(changePassword, input)).status).toBe(200);
  });
});

describe('POST /credentials/recover', () => {
  it('switches the second factor off with a recovery code, and ends all sessions', async () => {
    const { login, session, recoveryCodes } = await registerWithTotp();
    // Any of the codes works. Members may enter it in any case, and with spaces instead of hyphens.
    const recoveryCode = recoveryCodes[3]!.toUpperCase().replaceAll('-', ' ');

    expect(await visitor.call(recover, { ...login, recoveryCode })).toEqual({ status: 200, body: { success: true } });
    expect((await session.call(contract.account.me, {})).status).toBe(401);

    if (!unsupported.renewals) {
      await expect(session.renew()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    }
    expect(await signInWithoutCode(login)).toBe('signed in');

    if (!mailsUrl) return;
    expect((await readMails(mailsUrl, login.email)).map(({ subject }) => subject)).toContain(
      'Two-step sign-in for Fathom is off',
    );
  });

  it('accepts no recovery code twice, and no code of an earlier set-up', async () => {
    const { login, recoveryCodes } = await registerWithTotp();
    const attempt = async (recoveryCode: string) => (await visitor.call(recover, { ...login, recoveryCode })).body.code;

    expect(await attempt(recoveryCodes[0]!)).toBeUndefined();
    expect(await attempt(recoveryCodes[0]!)).toBe('InvalidCode');
    // The first code has ended the set-up to which this one belongs.
    expect(await attempt(recoveryCodes[1]!)).toBe('InvalidCode');
  });

  it('returns the same error for a wrong password and an unknown email, even with a valid recovery code', async () => {
    const { login, recoveryCodes } = await registerWithTotp();
    const recoveryCode = recoveryCodes[0]!;
    const wrongPasswordResponse = await visitor.call(recover, { ...login, password: WRONG_PASSWORD, recoveryCode });
    const unknownEmailResponse = await visitor.call(recover, {
      email: `no-${login.email}`,
      password: PASSWORD,
      recoveryCode,
    });

    expect([wrongPasswordResponse.status, wrongPasswordResponse.body.code]).toEqual([403, 'WrongPassword']);
    expect({ ...unknownEmailResponse.body, requestId: '' }).toEqual({ ...wrongPasswordResponse.body, requestId: '' });
    expect(await signInWithoutCode(login)).toBe('SOFTWARE_TOKEN_MFA');
  });

  it("rejects another member's recovery code, and any code without a second factor", async () => {
    const [member, otherMember, memberWithoutTotp] = await Promise.all([
      registerWithTotp(),
      registerWithTotp(),
      registerAndSignIn(),
    ]);
    for (const { login } of [member, memberWithoutTotp]) {
      const { status, body } = await visitor.call(recover, { ...login, recoveryCode: otherMember.recoveryCodes[0]! });
      expect([status, body.code]).toEqual([400, 'InvalidCode']);
    }

    expect(await signInWithoutCode(member.login)).toBe('SOFTWARE_TOKEN_MFA');
  });
});
