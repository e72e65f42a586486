import { TextField } from '@aws-amplify/ui-react';
import { type SubmitEvent, useState } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { Link } from '../../../design/link.tsx';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { markSignedIn } from '../../../platform/auth/auth-state.ts';
import { type NextStep, signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { checkRegistration, type Registration } from '../check-credentials.ts';
import { EmailField, NewPasswordFields, SubmitButton } from '../credential-fields.tsx';
import { texts } from '../texts.ts';
import { useAttempt } from '../use-attempt.tsx';
import { ConfirmAccountForm } from './confirm-account-form.tsx';

/** The registration form. If the stage verifies emails, it continues with the form for the emailed code. */
export function RegisterForm() {
  const { isBusy, error, errorCode, getErrorProps, attempt } = useAttempt(texts.registerFailed);
  const [unconfirmedRegistration, setUnconfirmedRegistration] = useState<Registration>();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const registration = readRegistration(new FormData(form));

    return attempt(
      async () => {
        checkRegistration(registration);

        const nextStep = await registerAndSignIn(registration);
        if (nextStep === 'code') setUnconfirmedRegistration(registration);
        else markSignedIn();
      },
      { form },
    );
  }

  if (unconfirmedRegistration) {
    const { username, email } = unconfirmedRegistration;

    return (
      <ConfirmAccountForm credentials={unconfirmedRegistration} username={username} lead={texts.codeSent(email)} />
    );
  }

  return (
    <form className="form" onSubmit={submit} aria-busy={isBusy}>
      <TextField
        label={texts.username}
        name="username"
        autoComplete="nickname"
        isRequired
        {...getErrorProps('username')}
      />
      <EmailField />
      <NewPasswordFields label={texts.password} getErrorProps={getErrorProps} />
      <FormError text={error}>
        {errorCode === 'AccountExists' && <Link to="/login">{texts.logInInstead}</Link>}
      </FormError>
      <SubmitButton label={texts.register} busyLabel={texts.creatingAccount} isBusy={isBusy} />
    </form>
  );
}

/** Returns the values of the form's fields. */
function readRegistration(form: FormData): Registration {
  const readField = (name: string) => String(form.get(name));

  return {
    username: readField('username').trim(),
    email: readField('email').trim(),
    password: readField('password'),
    confirmation: readField('confirmation'),
  };
}

/**
 * Creates an account and signs in. Returns the step that follows.
 *
 * If the email already has an account with this password, this function only signs in: the response to the first
 * attempt may have been lost.
 */
async function registerAndSignIn({ email, password, username }: Registration): Promise<NextStep> {
  try {
    const response = await api.credentials.register({ email, password, username });
    if (response.confirmation === 'code') return 'code';
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'AccountExists')) throw error;

    const step = await signInWithPassword({ email, password }).catch(() => undefined);
    if (step === 'done') return step;

    throw error;
  }

  return signInWithPassword({ email, password });
}
