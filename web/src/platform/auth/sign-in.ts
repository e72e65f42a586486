import { confirmSignIn, signIn } from 'aws-amplify/auth';
import { runtimeConfig } from '../runtime-config.ts';
import { configureAmplify } from './configure-amplify.ts';
import { revokeSession } from './revoke-session.ts';
import { withSessionLock } from './session-lock.ts';
import { hasStoredSession, restoreSession, takeStoredSession } from './stored-session.ts';

/**
 * The next step of a sign-in.
 *
 * - `done`: the member is signed in.
 * - `code`: the account isn't confirmed yet, so the emailed code must be entered.
 * - `totp`: a code of the member's authenticator app must be entered.
 */
export type NextStep = 'done' | 'code' | 'totp';

/** The email and password of a member. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs a member in with email and password. A stored session ends only if this succeeds. */
export function signInWithPassword(credentials: Credentials): Promise<NextStep> {
  return withLockIfStored(() => signInHoldingLock(credentials));
}

/** Signs a member in, for a caller that holds the lock of the session. */
export async function signInHoldingLock({ email, password }: Credentials): Promise<NextStep> {
  await configureAmplify();
  const { authFlow } = await runtimeConfig();
  const { nextStep } = await replaceSession(
    () => signIn({ username: email, password, options: { authFlowType: authFlow } }),
    (result) => result.nextStep.signInStep === 'DONE',
  );

  if (nextStep.signInStep === 'CONFIRM_SIGN_UP') return 'code';
  if (nextStep.signInStep === 'CONFIRM_SIGN_IN_WITH_TOTP_CODE') return 'totp';
  if (nextStep.signInStep !== 'DONE') throw new Error("This account needs a sign-in step that Fathom doesn't support.");
  return 'done';
}

/**
 * Completes a sign-in with a code of the member's authenticator app.
 *
 * @throws an error named CodeMismatchException if the code is wrong
 */
export function confirmTotp(credentials: Credentials, code: string): Promise<void> {
  return withLockIfStored(() => confirmTotpHoldingLock(credentials, code));
}

/** Completes a sign-in, for a caller that holds the lock of the session. */
export async function confirmTotpHoldingLock(credentials: Credentials, code: string): Promise<void> {
  const confirm = () =>
    replaceSession(
      () => confirmSignIn({ challengeResponse: code }),
      ({ isSignedIn }) => isSignedIn,
    );

  await confirm().catch(async (error) => {
    // Cognito waits three minutes for the code. Then the sign-in must start again.
    if (!/^(NotAuthorized|SignIn)Exception$/.test(error?.name)) throw error;
    if ((await signInHoldingLock(credentials)) === 'totp') await confirm();
  });
}

/** Runs an action. If a session is stored, holds its lock: requests in other tabs wait until the action is done. */
function withLockIfStored<T>(action: () => Promise<T>): Promise<T> {
  return hasStoredSession() ? withSessionLock('exclusive', action) : action();
}

/**
 * Puts a stored session aside during a step of a sign-in, because Amplify accepts no second session. Revokes it if the
 * step signs a member in, and otherwise stores it again.
 */
async function replaceSession<T>(step: () => Promise<T>, isSignedIn: (result: T) => boolean): Promise<T> {
  const earlierSession = takeStoredSession();
  let wasReplaced = false;

  try {
    const result = await step();
    wasReplaced = isSignedIn(result);
    return result;
  } finally {
    if (earlierSession && wasReplaced) void revokeSession(earlierSession).catch(console.error);
    else if (earlierSession) restoreSession(earlierSession);
  }
}
