/** Tests of registration on a stage that verifies emails. No response may reveal whether an email has an account. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { createWrongCode, guessCodes } from '../../support/guess-codes.ts';
import { readCode, readMails } from '../../support/mails.ts';
import { PASSWORD } from '../../support/member.ts';
import { startVerifyingTarget } from '../../support/verifying-target.ts';

const { register, confirmRegistration, resendCode } = contract.credentials;

/** The password of the owner of a mailbox. Every other registration has `PASSWORD`. */
const OWN_PASSWORD = 'kelp-forest-9';

/** The response to each valid registration, whatever its email. */
const ACCEPTED = { status: 200, body: { success: true, confirmation: 'code' } };

const isLocal = inject('target').mailsUrl !== undefined;
let mailsUrl = '';
let visitor: BrowserSession;
/** Stops the target. Does nothing if these tests are skipped. */
let stop: () => Promise<void> = async () => {};

beforeAll(async () => {
  if (!isLocal) return;

  const target = await startVerifyingTarget();
  visitor = new BrowserSession(target.config);
  mailsUrl = target.mailsUrl;
  stop = target.stop;
});

afterAll(() => stop());

const createEmail = () => `${randomUUID()}@fathom.example`;

const registerAs = (email: string, password = PASSWORD, username = 'Mira') =>
  visitor.call(register, { email, password, username });

interface Confirmation {
  readonly password?: string;
  /** The code from the latest mail by default. */
  readonly code?: string;
  readonly username?: string;
}

/** Confirms the registration of an email. */
const confirm = async (email: string, { password = PASSWORD, code, username }: Confirmation = {}) =>
  visitor.call(confirmRegistration, { email, password, code: code ?? (await readCode(mailsUrl, email)), username });

/** Returns the session, or the name of the error. */
const signIn = (email: string, password = PASSWORD) =>
  BrowserSession.signIn(visitor.config, { email, password }).then(
    (session) => session,
    ({ name }: Error) => name,
  );

/** Registers and confirms an account. Returns its email. */
async function registerAccount(): Promise<string> {
  const email = createEmail();
  await registerAs(email);
  expect((await confirm(email)).status).toBe(200);

  return email;
}

/** Registers one email without confirming it, and one that is then confirmed. */
async function registerBothKinds(): Promise<{ unconfirmedEmail: string; confirmedEmail: string }> {
  const unconfirmedEmail = createEmail();
  await registerAs(unconfirmedEmail);
  return { unconfirmedEmail, confirmedEmail: await registerAccount() };
}

/** Expects that only the owner's password signs in, and returns the username of the account. */
async function expectOwnerAndReadUsername(email: string): Promise<string> {
  expect(await signIn(email, PASSWORD)).toBe('NotAuthorizedException');

  const session = (await signIn(email, OWN_PASSWORD)) as BrowserSession;
  return (await session.call(contract.account.me, {})).body.profile.username;
}

describe.skipIf(!isLocal)('registration on a stage that verifies emails', () => {
  it('creates an account that the emailed code confirms', async () => {
    const email = createEmail();
    expect(await registerAs(email)).toEqual(ACCEPTED);
    expect(await signIn(email)).toBe('UserNotConfirmedException');
    expect(await confirm(email)).toEqual({ status: 200, body: { success: true } });

    const session = (await signIn(email)) as BrowserSession;
    expect((await session.call(contract.account.me, {})).body.profile).toMatchObject({ email, username: 'Mira' });
  });

  it('responds the same for new, unconfirmed, and confirmed emails', async () => {
    const { unconfirmedEmail, confirmedEmail } = await registerBothKinds();

    const responses = [
      await registerAs(createEmail()),
      await registerAs(unconfirmedEmail),
      await registerAs(confirmedEmail),
    ];
    expect(responses).toEqual(responses.map(() => ACCEPTED));

    /** Returns for each mail to this email whether it has a code. */
    const readWhichHaveCodes = async (email: string) =>
      (await readMails(mailsUrl, email)).map(({ code }) => code !== undefined);
    expect(await readWhichHaveCodes(unconfirmedEmail)).toEqual([true, true]);
    expect((await readMails(mailsUrl, confirmedEmail)).at(-1)).toMatchObject({
      subject: 'You already have a Fathom account',
    });
    expect(await readWhichHaveCodes(confirmedEmail)).toEqual([true, false]);
  });

  it('keeps the password of a confirmed account when its email is registered again', async () => {
    const email = await registerAccount();
    await registerAs(email, OWN_PASSWORD);

    expect(await signIn(email, OWN_PASSWORD)).toBe('NotAuthorizedException');
    expect(await signIn(email)).toBeInstanceOf(BrowserSession);
  });

  it('mails the owner of a used email once, even if the email is registered three times', async () => {
    const email = await registerAccount();
    const upperCase = email.toUpperCase();
    const responses = [await registerAs(email), await registerAs(email), await registerAs(upperCase)];

    expect(responses).toEqual(responses.map(() => ACCEPTED));

    const mails = [...(await readMails(mailsUrl, email)), ...(await readMails(mailsUrl, upperCase))];
    expect(mails.filter(({ code }) => code === undefined)).toHaveLength(1);
  });

  it("gives the account to the mailbox's owner, when someone else registers the email first", async () => {
    const email = createEmail();
    await registerAs(email, PASSWORD, 'Stranger');
    await registerAs(email, OWN_PASSWORD, 'Owner');

    expect((await confirm(email, { password: OWN_PASSWORD, username: 'Owner' })).status).toBe(200);
    expect(await expectOwnerAndReadUsername(email)).toBe('Owner');
  });

  it('gives the account to the owner even if a stranger registers the email before the confirmation', async () => {
    const email = createEmail();
    await registerAs(email, OWN_PASSWORD, 'Owner');
    await registerAs(email, PASSWORD, 'Stranger');

    expect((await confirm(email, { password: OWN_PASSWORD, username: 'Owner' })).status).toBe(200);
    expect(await expectOwnerAndReadUsername(email)).toBe('Owner');
  });

  it("keeps the owner's registered username if the confirmation has none", async () => {
    const email = createEmail();
    await registerAs(email, OWN_PASSWORD, 'Owner');
    await registerAs(email, PASSWORD, 'Stranger');

    expect((await confirm(email, { password: OWN_PASSWORD })).status).toBe(200);
    expect(await expectOwnerAndReadUsername(email)).toBe('Owner');
  });

  it("never keeps the stranger's username, even if the confirmation has none", async () => {
    const email = createEmail();
    await registerAs(email, PASSWORD, 'Stranger');
    await registerAs(email, OWN_PASSWORD, 'Owner');

    expect((await confirm(email, { password: OWN_PASSWORD })).status).toBe(200);

    // Without a username, the account gets the start of its email.
    expect(await expectOwnerAndReadUsername(email)).toBe(email.split('@')[0]!.slice(0, 30));
  });
});

describe.skipIf(!isLocal)('POST /credentials/confirm-registration', () => {
  it('rejects a wrong code like the code of an unknown or a confirmed email', async () => {
    const { unconfirmedEmail, confirmedEmail } = await registerBothKinds();
    const wrongCode = createWrongCode(await readCode(mailsUrl, unconfirmedEmail));

    const responses = [];
    for (const email of [unconfirmedEmail, createEmail(), confirmedEmail]) {
      responses.push(await confirm(email, { password: OWN_PASSWORD, code: wrongCode }));
    }

    for (const { status, body } of responses) expect([status, body.code]).toEqual([400, 'InvalidCode']);
    expect(new Set(responses.map(({ body }) => body.error)).size).toBe(1);
    expect(await signIn(confirmedEmail)).toBeInstanceOf(BrowserSession);
  });

  it('limits guesses of the code, with the same responses for an unknown and a confirmed email', async () => {
    const { unconfirmedEmail, confirmedEmail } = await registerBothKinds();
    const code = await readCode(mailsUrl, unconfirmedEmail);

    const responses = await guessCodes(visitor.config, confirmRegistration, { email: unconfirmedEmail, code });

    expect(responses.map(({ status, code }) => `${status} ${code}`)).toEqual([
      ...Array(5).fill('400 InvalidCode'),
      ...Array(5).fill('429 TooManyCodes'),
    ]);
    for (const email of [createEmail(), confirmedEmail]) {
      expect(await guessCodes(visitor.config, confirmRegistration, { email, code })).toEqual(responses);
    }
  });

  it('rejects a used code, and then changes no password', async () => {
    const email = await registerAccount();
    expect((await confirm(email, { password: OWN_PASSWORD })).body.code).toBe('InvalidCode');
    expect(await signIn(email)).toBeInstanceOf(BrowserSession);
  });

  it('rejects a common password, and keeps the code valid', async () => {
    const email = createEmail();
    await registerAs(email);

    expect((await confirm(email, { password: 'password' })).body.code).toBe('CommonPassword');
    expect((await confirm(email)).status).toBe(200);
  });
});

describe.skipIf(!isLocal)('POST /credentials/resend-code', () => {
  it('mails a new code, and responds the same for every email', async () => {
    const { unconfirmedEmail, confirmedEmail } = await registerBothKinds();

    // Cognito sends fewer codes than these requests.
    for (let count = 0; count < 7; count++) {
      for (const email of [unconfirmedEmail, confirmedEmail, createEmail()]) {
        expect(await visitor.call(resendCode, { email })).toEqual({ status: 200, body: { success: true } });
      }
    }

    expect((await readMails(mailsUrl, unconfirmedEmail)).length).toBeGreaterThan(1);
    expect(await readMails(mailsUrl, confirmedEmail)).toHaveLength(1);
    expect((await confirm(unconfirmedEmail)).status).toBe(200);
  });

  it('rejects an invalid email', async () => {
    const { status, body } = await visitor.call(resendCode, { email: 'mira' });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });
});
