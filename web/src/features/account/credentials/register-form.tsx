import { TextField } from '@aws-amplify/ui-react';
import { type SubmitEvent, useState } from 'react';
import { signedIn } from '../../../platform/auth/auth-state.ts';
import { type Credentials, createAccount, type NextStep, signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { texts } from '../texts.ts';
import { checkRegistration, type Registration } from './check-credentials.ts';
import { CodeForm } from './code-form.tsx';
import { EmailField, NewPasswordFields, SubmitButton } from './credential-fields.tsx';
import { FormError } from './form-result.tsx';
import { useAttempt } from './use-attempt.ts';

function read(form: FormData) {
  const field = (name: string) => String(form.get(name));
  return {
    username: field('username').trim(),
    email: field('email').trim(),
    password: field('password'),
    confirmation: field('confirmation'),
  };
}

/**
 * Creates an account and signs in. Whoever has it already and knows its password is signed in too: the answer to their
 * first attempt was lost, or they have left before the code came.
 */
async function enter(registration: Registration): Promise<NextStep> {
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

/** Creates an account and signs its member in, by way of the mailed code where the stage asks for one. */
export function RegisterForm() {
  const { busy, error, setError, attempt } = useAttempt(texts.registerFailed);
  const [unconfirmed, setUnconfirmed] = useState<Credentials>();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const registration = read(new FormData(event.currentTarget));
    const mistake = checkRegistration(registration);
    if (mistake) return setError(mistake);
    await attempt(async () => {
      if ((await enter(registration)) === 'code') setUnconfirmed(registration);
      else signedIn();
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
