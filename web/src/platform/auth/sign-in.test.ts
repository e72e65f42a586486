// @vitest-environment happy-dom
/** Tests of signing in while another session is stored: it ends only if the new sign-in succeeds. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const signIn = vi.fn();
const confirmSignIn = vi.fn();
const revoke = vi.fn(async (_session: { refreshToken: string }) => {});
vi.mock('aws-amplify/auth', () => ({
  signIn: (input: object) => signIn(input),
  confirmSignIn: (input: object) => confirmSignIn(input),
}));
vi.mock('./configure-amplify.ts', () => ({ configureAmplify: async () => {} }));
vi.mock('./revoke-session.ts', () => ({ revokeSession: (session: { refreshToken: string }) => revoke(session) }));
vi.mock('../runtime-config.ts', () => ({ runtimeConfig: async () => ({ authFlow: 'USER_SRP_AUTH' }) }));

const { confirmTotp, signInWithPassword } = await import('./sign-in.ts');
const { storedMemberId } = await import('./stored-session.ts');

const ADA = { email: 'ada@fathom.example', password: 'coral-reef-7' };
const refreshKey = (member: string) => `CognitoIdentityServiceProvider.client1.${member}.refreshToken`;
const storeSession = (member: string) => localStorage.setItem(refreshKey(member), `of ${member}`);

/**
 * Builds a fake of Amplify's call that returns this step. Like Amplify, it stores the session of a finished sign-in.
 */
const respondWithStep = (signInStep: string) => () => {
  // Amplify refuses to sign in while a session is stored.
  expect(storedMemberId()).toBeUndefined();
  if (signInStep === 'DONE') storeSession('ada');
  return { isSignedIn: signInStep === 'DONE', nextStep: { signInStep } };
};

beforeEach(() => {
  localStorage.clear();
  revoke.mockClear();
  signIn.mockReset();
  confirmSignIn.mockReset();
  storeSession('bob');
});

describe('sign-in while a session is stored', () => {
  it('replaces and revokes the stored session', async () => {
    signIn.mockImplementation(respondWithStep('DONE'));
    expect(await signInWithPassword(ADA)).toBe('done');
    expect(storedMemberId()).toBe('ada');
    expect(revoke.mock.calls).toMatchObject([[{ refreshToken: 'of bob' }]]);
  });

  it('keeps the stored session if the password is wrong', async () => {
    signIn.mockRejectedValue(new Error('Incorrect username or password.'));
    await expect(signInWithPassword(ADA)).rejects.toThrow('Incorrect');
    expect(localStorage.getItem(refreshKey('bob'))).toBe('of bob');
    expect(revoke).not.toHaveBeenCalled();
  });

  it('keeps the stored session until the code of an authenticator app is accepted', async () => {
    signIn.mockImplementation(respondWithStep('CONFIRM_SIGN_IN_WITH_TOTP_CODE'));
    expect(await signInWithPassword(ADA)).toBe('totp');
    expect(storedMemberId()).toBe('bob');

    confirmSignIn.mockRejectedValueOnce(Object.assign(new Error('Wrong'), { name: 'CodeMismatchException' }));
    await expect(confirmTotp(ADA, '000000')).rejects.toThrow('Wrong');
    expect(storedMemberId()).toBe('bob');

    confirmSignIn.mockImplementation(respondWithStep('DONE'));
    await confirmTotp(ADA, '123456');
    expect(storedMemberId()).toBe('ada');
    expect(revoke).toHaveBeenCalledOnce();
  });
});
