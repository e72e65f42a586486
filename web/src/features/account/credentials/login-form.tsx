import { PasswordField } from '@aws-amplify/ui-react';
import { type SubmitEvent, useState } from 'react';
import { markSignedIn } from '../../../platform/auth/auth-state.ts';
import { type Credentials, signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { texts } from '../texts.ts';
import { CodeForm } from './code-form.tsx';
import { EmailField, SubmitButton } from './credential-fields.tsx';
import { FormError } from './form-result.tsx';
import { useAttempt } from './use-attempt.ts';

/** The login form. If the account is not confirmed yet, it shows the form for the emailed code. */
export function LoginForm() {
  const { busy, error, attempt } = useAttempt(texts.logInFailed);
  const [unconfirmed, setUnconfirmed] = useState<Credentials>();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const credentials = { email: String(form.get('email')).trim(), password: String(form.get('password')) };
    return attempt(async () => {
      if ((await signInWithPassword(credentials)) === 'code') setUnconfirmed(credentials);
      else markSignedIn();
    });
  }

  if (unconfirmed) return <CodeForm credentials={unconfirmed} />;
  return (
    <form className="form" onSubmit={submit} aria-busy={busy}>
      <EmailField />
      <PasswordField label={texts.password} name="password" autoComplete="current-password" isRequired />
      <FormError text={error} />
      <SubmitButton label={texts.logIn} busyLabel={texts.loggingIn} busy={busy} />
    </form>
  );
}
