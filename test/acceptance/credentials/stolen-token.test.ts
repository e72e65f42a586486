/** Tests of what a thief can do with an access token alone. The owner must always be able to recover the account. */
import { TOTP } from 'otpauth';
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { RECOVERY_CODES } from '../../../shared/rules/limits.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { readCode, readMails } from '../../support/mails.ts';
import { Member, PASSWORD } from '../../support/member.ts';

const { config, mailsUrl = '' } = inject('target');
const { resetPassword, changeEmail, changePassword, enableTotp, setUpTotp, disableTotp } = contract.credentials;
const { recover, signInSettings, signOutEverywhere } = contract.credentials;

/** The password that a reset or a thief sets in place of `PASSWORD`. */
const NEW_PASSWORD = 'kelp-forest-9';

/** What the thief guesses. */
const WRONG_PASSWORD = 'mangrove-8';

const visitor = new BrowserSession(config);

/** Registers a member whose tokens a thief holds, without the password. */
async function stealTokens(): Promise<{ email: string; thief: BrowserSession }> {
  const { email } = await Member.register();
  return { email, thief: await BrowserSession.signIn(config, { email, password: PASSWORD }) };
}

/** Registers a member with a second factor, whose access token a thief holds. */
async function stealTokenDespiteSecondFactor() {
  // The session is the owner's here. The thief gets only its access token.
  const { email, thief: owner } = await stealTokens();
  const { secret } = (await owner.call(setUpTotp, { password: PASSWORD })).body;
  const code = new TOTP({ secret }).generate();
  const { status, body } = await owner.call(enableTotp, { password: PASSWORD, code });
  expect(status).toBe(200);

  const thief = new BrowserSession(config);
  thief.accessToken = owner.accessToken;
  return { login: { email, password: PASSWORD }, secret, recoveryCodes: body.recoveryCodes, owner, thief };
}

/** Returns the code of the next time step. Cognito accepts it early, and each code once. */
const generateNextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });

/** Checks that neither our API nor Cognito accepts the thief's token. */
async function expectTokenEnded(thief: BrowserSession): Promise<void> {
  expect((await thief.call(contract.account.me, {})).status).toBe(401);
  await expect(thief.callPoolSignedIn('AssociateSoftwareToken')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
}

/** Resets the password of an account to `NEW_PASSWORD`, with a code from its mailbox. */
async function resetPasswordByOwner(email: string): Promise<void> {
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
  it("a stolen access token can't replace the email, so a reset code still goes to the owner", async () => {
    const { email, thief } = await stealTokens();
    const thiefEmail = `thief-${email}`;
    const UserAttributes = [{ Name: 'email', Value: thiefEmail }];

    await expect(thief.callPoolSignedIn('UpdateUserAttributes', { UserAttributes })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });

    // Whether or not Cognito accepts these calls, the email must stay.
    for (const operation of ['GetUserAttributeVerificationCode', 'VerifyUserAttribute']) {
      await thief.callPoolSignedIn(operation, { AttributeName: 'email', Code: '123456' }).catch(() => {});
    }
    const { status, body } = await thief.call(changeEmail, { email: thiefEmail, password: WRONG_PASSWORD });

    expect([status, body.code]).toEqual([403, 'WrongPassword']);
    expect(await readMails(mailsUrl, thiefEmail)).toEqual([]);

    await resetPasswordByOwner(email);
    await expect(thief.renew()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    expect((await thief.call(contract.account.me, {})).status).toBe(401);

    await BrowserSession.signIn(config, { email, password: NEW_PASSWORD });
  });

  it("a stolen access token can't lock the owner out with an authenticator app", async () => {
    const { email, thief } = await stealTokens();
    await addAuthenticator(thief);

    await expect(BrowserSession.signIn(config, { email, password: PASSWORD })).rejects.toMatchObject({
      name: 'SOFTWARE_TOKEN_MFA',
    });

    await resetPasswordByOwner(email);
    await BrowserSession.signIn(config, { email, password: NEW_PASSWORD });
  });

  it("a stolen access token can't make an authenticator app look like the owner's", async () => {
    const { email, thief } = await stealTokens();
    const { SecretCode } = await thief.callPoolSignedIn('AssociateSoftwareToken');
    const code = new TOTP({ secret: String(SecretCode) }).generate();

    for (const call of [
      () => thief.call(setUpTotp, { password: WRONG_PASSWORD }),
      () => thief.call(enableTotp, { password: WRONG_PASSWORD, code }),
      () => thief.call(disableTotp, { password: WRONG_PASSWORD }),
    ]) {
      expect((await call()).body.code).toBe('WrongPassword');
    }

    await addAuthenticator(thief);
    await resetPasswordByOwner(email);
    await BrowserSession.signIn(config, { email, password: NEW_PASSWORD });
  });
});

describe.skipIf(!mailsUrl)("an owner's second factor", () => {
  it('keeps the second factor on after a password reset, so that the mailbox alone is not enough', async () => {
    const { login } = await stealTokenDespiteSecondFactor();
    await resetPasswordByOwner(login.email);
    await expect(BrowserSession.signIn(config, { ...login, password: NEW_PASSWORD })).rejects.toMatchObject({
      name: 'SOFTWARE_TOKEN_MFA',
    });
  });

  it('a thief with an access token can replace the second factor, without a mail to the owner', async () => {
    const { login, secret, thief } = await stealTokenDespiteSecondFactor();
    const mailsBefore = await readMails(mailsUrl, login.email);

    const thiefsKey = await addAuthenticator(thief);
    await expect(BrowserSession.signIn(config, login, generateNextCode(secret))).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });

    await BrowserSession.signIn(config, login, generateNextCode(thiefsKey));
    expect(await readMails(mailsUrl, login.email)).toEqual(mailsBefore);
  });

  it('gives a thief who replaces a second factor no sign-in, password, email, or recovery code', async () => {
    const { login, thief } = await stealTokenDespiteSecondFactor();
    const thiefsKey = await addAuthenticator(thief);

    const guess = { email: login.email, password: WRONG_PASSWORD };
    await expect(BrowserSession.signIn(config, guess, generateNextCode(thiefsKey))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });

    for (const call of [
      () => thief.call(changePassword, { currentPassword: WRONG_PASSWORD, newPassword: NEW_PASSWORD }),
      () => thief.call(changeEmail, { email: `thief-${login.email}`, password: WRONG_PASSWORD }),
      // The response would have new recovery codes.
      () => thief.call(enableTotp, { password: WRONG_PASSWORD, code: generateNextCode(thiefsKey) }),
    ]) {
      expect((await call()).body.code).toBe('WrongPassword');
    }

    const { body } = await thief.call(signInSettings, {});
    expect(body).toMatchObject({ totp: true, recoveryCodesLeft: RECOVERY_CODES });
    expect(body).not.toHaveProperty('recoveryCodes');
  });

  it('keeps a second factor on after a password reset, even if a thief has replaced it', async () => {
    const { login, thief } = await stealTokenDespiteSecondFactor();
    await addAuthenticator(thief);
    await resetPasswordByOwner(login.email);

    await expect(BrowserSession.signIn(config, { ...login, password: NEW_PASSWORD })).rejects.toMatchObject({
      name: 'SOFTWARE_TOKEN_MFA',
    });
  });

  it('a recovery code switches off a second factor replaced by a thief, and ends the stolen token', async () => {
    const { login, recoveryCodes, thief } = await stealTokenDespiteSecondFactor();
    await addAuthenticator(thief);

    const { status } = await visitor.call(recover, { ...login, recoveryCode: recoveryCodes[0]! });
    expect(status).toBe(200);
    await expectTokenEnded(thief);

    await BrowserSession.signIn(config, login);
  });

  it('the password of a signed-in owner switches off a second factor that a thief replaced', async () => {
    const { login, owner, thief } = await stealTokenDespiteSecondFactor();
    await addAuthenticator(thief);
    expect((await owner.call(disableTotp, { password: PASSWORD })).status).toBe(200);

    await BrowserSession.signIn(config, login);
  });

  it('a thief can switch the second factor off, and signing out everywhere ends the stolen token', async () => {
    const { login, thief } = await stealTokenDespiteSecondFactor();
    const mailsBefore = await readMails(mailsUrl, login.email);
    const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };

    await thief.callPoolSignedIn('SetUserMFAPreference', { SoftwareTokenMfaSettings });
    expect(await readMails(mailsUrl, login.email)).toEqual(mailsBefore);

    const owner = await BrowserSession.signIn(config, login);
    expect((await owner.call(signOutEverywhere, {})).status).toBe(200);
    await expectTokenEnded(thief);
  });
});
