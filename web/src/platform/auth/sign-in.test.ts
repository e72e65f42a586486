// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';

const [signIn, confirmSignIn, revoke] = [vi.fn(), vi.fn(), vi.fn(async (_: { refreshToken: string }) => {})];
vi.mock('aws-amplify/auth', () => ({
  signIn: (input: object) => signIn(input),
  confirmSignIn: (input: object) => confirmSignIn(input),
}));
vi.mock('./configure-amplify.ts', () => ({ configureAmplify: async () => {} }));
vi.mock('./revoke-session.ts', () => ({ revokeSession: (session: { refreshToken: string }) => revoke(session) }));
vi.mock('../runtime-config.ts', () => ({ runtimeConfig: async () => ({ authFlow: 'USER_SRP_AUTH' }) }));

const { confirmTotp, signInWithPassword } = await import('./sign-in.ts');
const { storedMember } = await import('./stored-session.ts');

const ADA = { email: 'ada@fathom.example', password: 'coral-reef-7' };
const refreshKey = (member: string) => `CognitoIdentityServiceProvider.client1.${member}.refreshToken`;
const store = (member: string) => localStorage.setItem(refreshKey(member), `of ${member}`);

/** Amplify's response, after which it has stored the session of a member who is signed in. */
const stepOf = (signInStep: string) => () => {
  // Amplify refuses to sign in while a session is stored.
  expect(storedMember()).toBeUndefined();
  if (signInStep === 'DONE') store('ada');
  return { isSignedIn: signInStep === 'DONE', nextStep: { signInStep } };
};

beforeEach(() => {
  localStorage.clear();
  revoke.mockClear();
  signIn.mockReset();
  confirmSignIn.mockReset();
  store('bob');
});

describe('signing in while a session is stored', () => {
  it('replaces and revokes it', async () => {
    signIn.mockImplementation(stepOf('DONE'));
    expect(await signInWithPassword(ADA)).toBe('done');
    expect(storedMember()).toBe('ada');
    expect(revoke.mock.calls).toMatchObject([[{ refreshToken: 'of bob' }]]);
  });

  it('keeps it if the password is wrong', async () => {
    signIn.mockRejectedValue(new Error('Incorrect username or password.'));
    await expect(signInWithPassword(ADA)).rejects.toThrow('Incorrect');
    expect(localStorage.getItem(refreshKey('bob'))).toBe('of bob');
    expect(revoke).not.toHaveBeenCalled();
  });

  it('keeps it until the code of an authenticator app is accepted', async () => {
    signIn.mockImplementation(stepOf('CONFIRM_SIGN_IN_WITH_TOTP_CODE'));
    expect(await signInWithPassword(ADA)).toBe('totp');
    expect(storedMember()).toBe('bob');

    confirmSignIn.mockRejectedValueOnce(Object.assign(new Error('Wrong'), { name: 'CodeMismatchException' }));
    await expect(confirmTotp(ADA, '000000')).rejects.toThrow('Wrong');
    expect(storedMember()).toBe('bob');

    confirmSignIn.mockImplementation(stepOf('DONE'));
    await confirmTotp(ADA, '123456');
    expect(storedMember()).toBe('ada');
    expect(revoke).toHaveBeenCalledOnce();
  });
});
