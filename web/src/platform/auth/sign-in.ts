import { confirmSignUp, resendSignUpCode, signIn, signOut, signUp } from 'aws-amplify/auth';
import { runtimeConfig } from '../runtime-config.ts';
import { configureAmplify } from './configure-amplify.ts';

/** What follows a step: the member is in, or must type the code that was mailed to them. */
export type NextStep = 'done' | 'code';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Proves a member's password. */
export async function signInWithPassword({ email, password }: Credentials): Promise<NextStep> {
  await configureAmplify();
  const { authFlow } = await runtimeConfig();
  const attempt = () => signIn({ username: email, password, options: { authFlowType: authFlow } });
  const { nextStep } = await attempt().catch(async (error) => {
    if (error?.name !== 'UserAlreadyAuthenticatedException') throw error;
    // Left over from a session that could not be checked; whoever types a password wants to be that member.
    await signOut();
    return attempt();
  });
  if (nextStep.signInStep === 'CONFIRM_SIGN_UP') return 'code';
  if (nextStep.signInStep !== 'DONE') throw new Error('This account needs a step that Fathom does not know.');
  return 'done';
}

/** Creates an account; the email is its sign-in name. */
export async function createAccount(username: string, { email, password }: Credentials): Promise<NextStep> {
  await configureAmplify();
  const { nextStep } = await signUp({
    username: email,
    password,
    options: { userAttributes: { email, preferred_username: username } },
  });
  return nextStep.signUpStep === 'CONFIRM_SIGN_UP' ? 'code' : 'done';
}

/** Confirms an account with the mailed code. */
export async function confirmAccount(email: string, code: string): Promise<void> {
  await configureAmplify();
  await confirmSignUp({ username: email, confirmationCode: code });
}

/** Mails the code again. */
export async function mailCodeAgain(email: string): Promise<void> {
  await configureAmplify();
  await resendSignUpCode({ username: email });
}
