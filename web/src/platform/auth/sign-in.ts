import { confirmSignUp, resendSignUpCode, signIn, signOut, signUp } from 'aws-amplify/auth';
import { runtimeConfig } from '../runtime-config.ts';
import { configureAmplify } from './configure-amplify.ts';

/** What follows a step: `done` if the member is signed in, `code` if an emailed code must be entered. */
export type NextStep = 'done' | 'code';

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
    // An earlier session couldn't be checked and is still stored. End it: a typed password means a new sign-in.
    await signOut();
    return attempt();
  });
  if (nextStep.signInStep === 'CONFIRM_SIGN_UP') return 'code';
  if (nextStep.signInStep !== 'DONE') throw new Error("This account needs a sign-in step that Fathom doesn't support.");
  return 'done';
}

/** Creates an account. The email is its sign-in name. */
export async function createAccount(username: string, { email, password }: Credentials): Promise<NextStep> {
  await configureAmplify();
  const { nextStep } = await signUp({
    username: email,
    password,
    options: { userAttributes: { email, preferred_username: username } },
  });
  return nextStep.signUpStep === 'CONFIRM_SIGN_UP' ? 'code' : 'done';
}

/** Confirms an account with the emailed code. */
export async function confirmAccount(email: string, code: string): Promise<void> {
  await configureAmplify();
  await confirmSignUp({ username: email, confirmationCode: code });
}

/** Emails the confirmation code again. */
export async function resendCode(email: string): Promise<void> {
  await configureAmplify();
  await resendSignUpCode({ username: email });
}
