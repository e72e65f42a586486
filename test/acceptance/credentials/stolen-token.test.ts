import { TOTP } from 'otpauth';
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { readCode, readMails } from '../../support/mails.ts';
import { Member, PASSWORD } from '../../support/member.ts';

const { config, mailsUrl = '' } = inject('target');
const { resetPassword, changeEmail, enableTotp, setUpTotp, disableTotp } = contract.credentials;
const NEW_PASSWORD = 'kelp-forest-9';
const visitor = new BrowserSession(config);

/** Registers a member whose tokens a thief holds, without the password. */
async function steal(): Promise<{ email: string; thief: BrowserSession }> {
  const { email } = await Member.register();
  return { email, thief: await BrowserSession.signIn(config, { email, password: PASSWORD }) };
}

async function resetByOwner(email: string): Promise<void> {
  await visitor.callPool('ForgotPassword', { Username: email });
  const code = await readCode(mailsUrl, email);
  expect((await visitor.call(resetPassword, { email, code, password: NEW_PASSWORD })).status).toBe(200);
}

/** Creates an authenticator app's key at Cognito, and switches the second factor on. Returns the key. */
async function addAuthenticator(thief: BrowserSession): Promise<string> {
  const { SecretCode } = await thief.callPoolSignedIn('AssociateSoftwareToken');
  const secret = String(SecretCode);
  await thief.callPoolSignedIn('VerifySoftwareToken', { UserCode: new TOTP({ secret }).generate() });
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await thief.callPoolSignedIn('SetUserMFAPreference', { SoftwareTokenMfaSettings });
  return secret;
}

describe.skipIf(!mailsUrl)('a thief with an access token', () => {
  it("can't replace the email, so a reset code still goes to the owner", async () => {
    const { email, thief } = await steal();
    const stolen = `thief-${email}`;
    const UserAttributes = [{ Name: 'email', Value: stolen }];
    await expect(thief.callPoolSignedIn('UpdateUserAttributes', { UserAttributes })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    for (const operation of ['GetUserAttributeVerificationCode', 'VerifyUserAttribute']) {
      await thief.callPoolSignedIn(operation, { AttributeName: 'email', Code: '123456' }).catch(() => {});
    }
    const { status, body } = await thief.call(changeEmail, { email: stolen, password: 'mangrove-8' });
    expect([status, body.code]).toEqual([403, 'WrongPassword']);
    expect(await readMails(mailsUrl, stolen)).toEqual([]);
    await resetByOwner(email);
    await expect(thief.renew()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    expect((await thief.call(contract.account.me, {})).status).toBe(401);
    await BrowserSession.signIn(config, { email, password: NEW_PASSWORD });
  });

  it("can't lock the owner out with an authenticator app", async () => {
    const { email, thief } = await steal();
    await addAuthenticator(thief);
    await expect(BrowserSession.signIn(config, { email, password: PASSWORD })).rejects.toMatchObject({
      name: 'SOFTWARE_TOKEN_MFA',
    });
    await resetByOwner(email);
    await BrowserSession.signIn(config, { email, password: NEW_PASSWORD });
  });

  it("can't make an authenticator app look like the owner's", async () => {
    const { email, thief } = await steal();
    const { SecretCode } = await thief.callPoolSignedIn('AssociateSoftwareToken');
    const code = new TOTP({ secret: String(SecretCode) }).generate();
    for (const call of [
      () => thief.call(setUpTotp, { password: 'mangrove-8' }),
      () => thief.call(enableTotp, { password: 'mangrove-8', code }),
      () => thief.call(disableTotp, { password: 'mangrove-8' }),
    ]) {
      expect((await call()).body.code).toBe('WrongPassword');
    }
    await addAuthenticator(thief);
    await resetByOwner(email);
    await BrowserSession.signIn(config, { email, password: NEW_PASSWORD });
  });
});

describe.skipIf(!mailsUrl)("an owner's second factor", () => {
  it('survives a password reset, so that the mailbox alone is not enough', async () => {
    const { email, thief: owner } = await steal();
    const { secret } = (await owner.call(setUpTotp, { password: PASSWORD })).body;
    const code = new TOTP({ secret }).generate();
    expect((await owner.call(enableTotp, { password: PASSWORD, code })).status).toBe(200);
    await resetByOwner(email);
    await expect(BrowserSession.signIn(config, { email, password: NEW_PASSWORD })).rejects.toMatchObject({
      name: 'SOFTWARE_TOKEN_MFA',
    });
  });
});
