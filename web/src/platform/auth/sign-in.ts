import { confirmSignIn, signIn, signOut } from 'aws-amplify/auth';
import { runtimeConfig } from '../runtime-config.ts';
import { configureAmplify } from './configure-amplify.ts';

/**
 * What follows a sign-in.
 *
 * - `done`: the member is signed in.
 * - `code`: the account isn't confirmed yet, so the emailed code must be entered.
 * - `totp`: a code of the member's authenticator app must be entered.
 */
export type NextStep = 'done' | 'code' | 'totp';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs a member in with email and password. */
export async function signInWithPassword({ email, password }: Credentials): Promise<NextStep> {
  await configureAmplify();
  const { authFlow } = await runtimeConfig();
  const attempt = () => signIn({ username: email, password, options: { authFlowType: authFlow } });
  const { nextStep } = await attempt().catch(async (error) => {
    if (error?.name !== 'UserAlreadyAuthenticatedException') throw error;
    // An earlier session is still stored. End it: a typed password means a new sign-in.
    await signOut();
    return attempt();
  });
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
export async function confirmTotp(credentials: Credentials, code: string): Promise<void> {
  const confirm = () => confirmSignIn({ challengeResponse: code });
  await confirm().catch(async (error) => {
    // Cognito waits three minutes for the code. Then the sign-in must start again.
    if (!/^(NotAuthorized|SignIn)Exception$/.test(error?.name)) throw error;
    if ((await signInWithPassword(credentials)) === 'totp') await confirm();
  });
}
