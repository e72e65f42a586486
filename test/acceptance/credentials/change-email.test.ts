/** Tests of changing the email. The old email stays until the member enters the code that was mailed to the new one. */
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { createWrongCode } from '../../support/guess-codes.ts';
import { readCode, readMails } from '../../support/mails.ts';
import { Member, PASSWORD } from '../../support/member.ts';

const { config, mailsUrl = '' } = inject('target');
const { changeEmail, confirmEmail } = contract.credentials;

const createEmail = () => `${randomUUID()}@fathom.example`;
const readSubjects = async (email: string) => (await readMails(mailsUrl, email)).map(({ subject }) => subject);

/** Registers a member and signs them in. */
async function registerAndSignIn() {
  const { email } = await Member.register();
  return { email, session: await BrowserSession.signIn(config, { email, password: PASSWORD }) };
}

/** Registers a member who requests a change to another email. */
async function registerAndStartChange() {
  const { email, session } = await registerAndSignIn();
  const nextEmail = createEmail();
  const { status, body } = await session.call(changeEmail, { email: nextEmail, password: PASSWORD });
  expect([status, body]).toEqual([200, { success: true }]);

  return { email, nextEmail, session };
}

/** Returns 'signed in', or the name of the error. */
const signIn = (email: string) =>
  BrowserSession.signIn(config, { email, password: PASSWORD }).then(
    () => 'signed in',
    ({ name }: Error) => name,
  );

const readProfileEmail = async (session: BrowserSession) =>
  (await session.call(contract.account.me, {})).body.profile.email;

describe.skipIf(!mailsUrl)('POST /credentials/change-email', () => {
  it('keeps the old email until the member enters the code that was mailed to the new email', async () => {
    const { email, nextEmail, session } = await registerAndStartChange();

    expect(await readSubjects(email)).toContain('Your Fathom email is about to change');
    expect(await signIn(email)).toBe('signed in');
    expect(await signIn(nextEmail)).toBe('NotAuthorizedException');
    expect(await readProfileEmail(session)).toBe(email);

    const confirmResponse = await session.call(confirmEmail, { code: await readCode(mailsUrl, nextEmail) });

    expect(confirmResponse).toEqual({ status: 200, body: { success: true, email: nextEmail } });
    expect(await readProfileEmail(session)).toBe(nextEmail);
    expect(await signIn(email)).toBe('NotAuthorizedException');
    expect(await signIn(nextEmail)).toBe('signed in');
    expect((await readSubjects(email)).at(-1)).toBe('Your Fathom email has changed');
    expect(await readSubjects(nextEmail)).not.toContain('Your Fathom email has changed');
  });

  it('gives the same response for an email that another account has, and changes nothing', async () => {
    const [{ email: takenEmail }, { email, session }] = await Promise.all([Member.register(), registerAndSignIn()]);
    const { status, body } = await session.call(changeEmail, { email: takenEmail, password: PASSWORD });

    expect([status, body]).toEqual([200, { success: true }]);
    expect(await readSubjects(email)).toContain('Your Fathom email is about to change');
    expect(await readProfileEmail(session)).toBe(email);
    expect(await signIn(takenEmail)).toBe('signed in');
  });

  it('rejects a wrong password, and sends no mail', async () => {
    const { email, session } = await registerAndSignIn();
    const nextEmail = createEmail();
    const { status, body } = await session.call(changeEmail, { email: nextEmail, password: 'mangrove-8' });

    expect([status, body.code]).toEqual([403, 'WrongPassword']);
    expect(await readSubjects(email)).toEqual([]);
    expect(await readSubjects(nextEmail)).toEqual([]);
  });

  it('cancels a pending change if the member enters the current email', async () => {
    const { email, nextEmail, session } = await registerAndStartChange();
    const code = await readCode(mailsUrl, nextEmail);
    expect((await session.call(changeEmail, { email: email.toUpperCase(), password: PASSWORD })).status).toBe(200);

    const { body } = await session.call(confirmEmail, { code });
    expect(body.code).toBe('InvalidCode');
    expect(await readProfileEmail(session)).toBe(email);
    expect(await signIn(email)).toBe('signed in');
  });

  it('starts over with another email, and the earlier code is no longer valid', async () => {
    const { nextEmail, session } = await registerAndStartChange();
    const earlierCode = await readCode(mailsUrl, nextEmail);
    const finalEmail = createEmail();
    expect((await session.call(changeEmail, { email: finalEmail, password: PASSWORD })).status).toBe(200);

    const code = await readCode(mailsUrl, finalEmail);
    // Two random codes can be equal.
    if (earlierCode !== code) {
      expect((await session.call(confirmEmail, { code: earlierCode })).body.code).toBe('InvalidCode');
    }
    expect((await session.call(confirmEmail, { code })).body.email).toBe(finalEmail);
  });
});

describe.skipIf(!mailsUrl)('POST /credentials/confirm-email', () => {
  it('rejects a wrong code, and keeps the old email', async () => {
    const { email, nextEmail, session } = await registerAndStartChange();
    const wrongCode = createWrongCode(await readCode(mailsUrl, nextEmail));
    const { status, body } = await session.call(confirmEmail, { code: wrongCode });

    expect([status, body.code]).toEqual([400, 'InvalidCode']);
    expect(await readProfileEmail(session)).toBe(email);
  });

  it("rejects another member's code from a member without a pending change", async () => {
    const [ada, ben] = await Promise.all([registerAndStartChange(), registerAndSignIn()]);
    const { body } = await ben.session.call(confirmEmail, { code: await readCode(mailsUrl, ada.nextEmail) });

    expect(body.code).toBe('InvalidCode');
  });

  it('rejects a code that was used', async () => {
    const { nextEmail, session } = await registerAndStartChange();
    const code = await readCode(mailsUrl, nextEmail);

    expect((await session.call(confirmEmail, { code })).status).toBe(200);
    expect((await session.call(confirmEmail, { code })).body.code).toBe('InvalidCode');
    expect(await readProfileEmail(session)).toBe(nextEmail);
  });
});
