import { TextField } from '@aws-amplify/ui-react';
import { type SubmitEvent, useState } from 'react';
import { markSignedIn } from '../../../platform/auth/auth-state.ts';
import { type Credentials, createAccount, type NextStep, signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { texts } from '../texts.ts';
import { checkRegistration, type Registration } from './check-credentials.ts';
import { CodeForm } from './code-form.tsx';
import { EmailField, NewPasswordFields, SubmitButton } from './credential-fields.tsx';
import { FormError } from './form-result.tsx';
import { useAttempt } from './use-attempt.ts';

function readRegistration(form: FormData): Registration {
  const field = (name: string) => String(form.get(name));
  return {
    username: field('username').trim(),
    email: field('email').trim(),
    password: field('password'),
    confirmation: field('confirmation'),
  };
}

/**
 * Creates an account and signs in. If the email already has an account with this password, it only signs in: the
 * response to the first attempt may have been lost, or the member left before entering the code.
 */
async function registerAndSignIn(registration: Registration): Promise<NextStep> {
  try {
    if ((await createAccount(registration.username, registration)) === 'code') return 'code';
  } catch (error) {
    if (!(error instanceof Error && error.name === 'UsernameExistsException')) throw error;
    return signInWithPassword(registration).catch(() => {
      throw error;
    });
  }
  return signInWithPassword(registration);
}

/** The registration form. If the stage verifies emails, it continues with the form for the emailed code. */
export function RegisterForm() {
  const { busy, error, setError, attempt } = useAttempt(texts.registerFailed);
  const [unconfirmed, setUnconfirmed] = useState<Credentials>();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const registration = readRegistration(new FormData(event.currentTarget));
    const problem = checkRegistration(registration);
    if (problem) return setError(problem);
    await attempt(async () => {
      if ((await registerAndSignIn(registration)) === 'code') setUnconfirmed(registration);
      else markSignedIn();
    });
  }

  if (unconfirmed) return <CodeForm credentials={unconfirmed} />;
  return (
    <form className="form" onSubmit={submit} aria-busy={busy}>
      <TextField label={texts.username} name="username" autoComplete="nickname" isRequired />
      <EmailField />
      <NewPasswordFields label={texts.password} />
      <FormError text={error} />
      <SubmitButton label={texts.register} busyLabel={texts.creatingAccount} busy={busy} />
    </form>
  );
}
