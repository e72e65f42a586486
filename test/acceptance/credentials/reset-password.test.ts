/** Tests of resetting a password by a mailed code. No response may reveal whether an email has an account. */
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { createWrongCode, guessCodes } from '../../support/guess-codes.ts';
import { readCode } from '../../support/mails.ts';
import { Member, PASSWORD } from '../../support/member.ts';
import { MemberSocket } from '../../support/socket.ts';

const { config, mailsUrl = '' } = inject('target');
const { resetPassword } = contract.credentials;
const NEW_PASSWORD = 'kelp-forest-9';
const visitor = new BrowserSession(config);

/** Registers a signed-in member, and requests a code for a new password. */
async function registerAndRequestReset() {
  const member = await Member.register();
  const { email } = member;
  const session = await BrowserSession.signIn(config, { email, password: PASSWORD });
  await visitor.callPool('ForgotPassword', { Username: email });
  return { email, session, member, code: await readCode(mailsUrl, email) };
}

/** Expects that the session has ended, and that only the new password signs in. */
async function expectPasswordReset(email: string, session: BrowserSession): Promise<void> {
  expect((await session.call(contract.account.me, {})).status).toBe(401);
  await expect(session.renew()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await expect(BrowserSession.signIn(config, { email, password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });

  const nextSession = await BrowserSession.signIn(config, { email, password: NEW_PASSWORD });
  expect((await nextSession.call(contract.account.me, {})).status).toBe(200);
}

describe.skipIf(!mailsUrl)('POST /credentials/reset-password', () => {
  it('sets the new password and ends all sessions', async () => {
    const { email, session, member, code } = await registerAndRequestReset();
    const socket = await MemberSocket.open(member);
    const { status } = await visitor.call(resetPassword, { email: email.toUpperCase(), code, password: NEW_PASSWORD });

    expect(status).toBe(200);
    await expectPasswordReset(email, session);

    await socket.waitForClose();
  });

  it('rejects a common password, and keeps the code valid', async () => {
    const { email, session, code } = await registerAndRequestReset();
    const { status, body } = await visitor.call(resetPassword, { email, code, password: 'Password1' });

    expect([status, body.code]).toEqual([400, 'CommonPassword']);
    expect((await visitor.call(resetPassword, { email, code, password: NEW_PASSWORD })).status).toBe(200);
    await expectPasswordReset(email, session);
  });

  it('rejects a wrong code like the code of an unknown email, and changes nothing', async () => {
    const { email, session, code } = await registerAndRequestReset();
    const wrongCode = createWrongCode(code);
    const wrongCodeResponse = await visitor.call(resetPassword, { email, code: wrongCode, password: NEW_PASSWORD });
    expect([wrongCodeResponse.status, wrongCodeResponse.body.code]).toEqual([400, 'InvalidCode']);

    const unknownEmailResponse = await visitor.call(resetPassword, {
      email: `no-${email}`,
      code: wrongCode,
      password: NEW_PASSWORD,
    });
    expect({ ...unknownEmailResponse.body, requestId: '' }).toEqual({ ...wrongCodeResponse.body, requestId: '' });

    await session.renew();
    expect((await session.call(contract.account.me, {})).status).toBe(200);
  });

  it('accepts a code once', async () => {
    const { email, code } = await registerAndRequestReset();
    expect((await visitor.call(resetPassword, { email, code, password: NEW_PASSWORD })).status).toBe(200);

    const { body } = await visitor.call(resetPassword, { email, code, password: 'tide-table-5' });
    expect(body.code).toBe('InvalidCode');
  });

  it('limits guesses of the code, with the same responses for an unknown email', async () => {
    const { email, code } = await registerAndRequestReset();

    const responses = await guessCodes(config, resetPassword, { email, code });

    expect(responses.map(({ status, code }) => `${status} ${code}`)).toEqual([
      ...Array(5).fill('400 InvalidCode'),
      ...Array(5).fill('429 TooManyCodes'),
    ]);
    expect(responses.at(-1)!.minutesToWait).toBe(60);
    expect(await guessCodes(config, resetPassword, { email: `no-${email}`, code })).toEqual(responses);
  });
});

describe.skipIf(!mailsUrl)('a password reset at Cognito that bypasses the API', () => {
  it('ends all sessions', async () => {
    const { email, session, code } = await registerAndRequestReset();
    const input = { Username: email, ConfirmationCode: code, Password: NEW_PASSWORD };
    await visitor.callPool('ConfirmForgotPassword', input);

    await expectPasswordReset(email, session);
  });
});
