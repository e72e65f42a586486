/** Tests of registration on a stage that verifies no emails. See docs/product.md#registration. */
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { BrowserSession, PoolError } from '../../support/browser-session.ts';
import { Member, PASSWORD } from '../../support/member.ts';

const { config, unsupported } = inject('target');
const { register } = contract.credentials;
const visitor = new BrowserSession(config);

const createEmail = () => `${randomUUID()}@fathom.example`;

/** Builds a valid input, except for the overrides. */
const createInput = (overrides: object = {}) => ({
  email: createEmail(),
  password: PASSWORD,
  username: 'Mira',
  ...overrides,
});

describe('POST /credentials/register', () => {
  it('creates an account that can sign in, with the chosen username', async () => {
    // Registers with this endpoint, and signs in.
    const member = await Member.register('Mira of the Reef');
    const { body } = await member.call(contract.account.me, {});
    expect(body.profile).toMatchObject({ email: member.email, username: 'Mira of the Reef' });
  });

  // The setting `emailVerification` of the target's stage is 'none'. verified-email.test.ts starts one with 'required'.
  it('needs no code on a stage that verifies no emails', async () => {
    expect(await visitor.call(register, createInput())).toEqual({
      status: 200,
      body: { success: true, confirmation: 'none' },
    });
  });

  it('rejects an email that has an account, in any case', async () => {
    const input = createInput();
    expect((await visitor.call(register, input)).status).toBe(200);

    for (const email of [input.email, ` ${input.email.toUpperCase()} `]) {
      const { status, body } = await visitor.call(register, createInput({ email }));
      expect([status, body.code]).toEqual([409, 'AccountExists']);
    }
  });

  it.each<[name: string, overrides: object, code: string]>([
    ['a common password', { password: 'password' }, 'CommonPassword'],
    ['a common password with capitals', { password: 'QwErTyUiOp' }, 'CommonPassword'],
    ['a descending sequence', { password: '987654321' }, 'CommonPassword'],
    ['a short password', { password: 'k4lp!' }, 'InvalidInput'],
    ['a password that starts with a space', { password: ' coral-reef-7' }, 'InvalidInput'],
    ['an invalid email', { email: 'mira' }, 'InvalidInput'],
    ['a long email', { email: `${'m'.repeat(120)}@fathom.example` }, 'InvalidInput'],
    ['a blank username', { username: ' ' }, 'InvalidInput'],
    ['a long username', { username: 'm'.repeat(31) }, 'InvalidInput'],
    ['an unknown field', { depth: 10_000 }, 'InvalidInput'],
  ])('rejects %s, and creates no account', async (_, overrides, code) => {
    const input = createInput(overrides);
    // `as never`, because the contract's type forbids some of these inputs.
    const { status, body } = await visitor.call(register, input as never);

    expect([status, body.code]).toEqual([400, code]);

    // Excludes network errors.
    await expect(BrowserSession.signIn(config, input)).rejects.toThrow(PoolError);
  });

  it('rejects a common password before it looks for an account', async () => {
    const { email } = await Member.register();
    const { body } = await visitor.call(register, createInput({ email, password: 'password' }));
    expect(body.code).toBe('CommonPassword');
  });
});

describe.skipIf(unsupported.triggers)('pre-sign-up trigger', () => {
  /** Returns 'accepted', or the error as a text that can be compared. */
  const signUp = (Username: string, extraInput: object = {}) =>
    visitor.callPool('SignUp', { Username, Password: 'password', ...extraInput }).then(
      () => 'accepted',
      ({ name, message }: Error) => `${name}: ${message}`,
    );

  it('rejects a sign-up that bypasses the API, with the same error for new and used emails', async () => {
    const { email } = await Member.register();
    const outcome = await signUp(createEmail());

    expect(outcome).toMatch(/^UserLambdaValidationException: .*register on the website/);
    expect(await signUp(email)).toBe(outcome);
  });

  it('rejects a sign-up at Cognito with a made-up proof', async () => {
    // A well-formed proof: a time and a signature of 43 characters.
    const registrationProof = `${Date.now()}.${'A'.repeat(43)}`;
    expect(await signUp(createEmail(), { ClientMetadata: { registrationProof } })).toContain('register on the website');
  });
});
