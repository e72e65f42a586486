import { PasswordField } from '@aws-amplify/ui-react';
import { type SubmitEvent, useState } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { markSignedIn } from '../../../platform/auth/auth-state.ts';
import { type Credentials, type NextStep, signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { EmailField, SubmitButton } from '../credential-fields.tsx';
import { texts } from '../texts.ts';
import { useAttempt } from '../use-attempt.tsx';
import { ConfirmAccountForm } from './confirm-account-form.tsx';
import { TotpSteps } from './totp-steps.tsx';

/** The login form, with the steps that may follow: the emailed code of a new account, or two-step sign-in. */
export function LoginForm() {
  const { isBusy, error, attempt } = useAttempt(texts.logInFailed);
  const [pendingSignIn, setPendingSignIn] = useState<{ credentials: Credentials; step: NextStep }>();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const credentials = { email: String(form.get('email')).trim(), password: String(form.get('password')) };

    return attempt(async () => {
      const step = await signInWithPassword(credentials);
      if (step === 'done') markSignedIn();
      else setPendingSignIn({ credentials, step });
    });
  }

  if (pendingSignIn?.step === 'code') {
    return (
      <ConfirmAccountForm
        credentials={pendingSignIn.credentials}
        lead={texts.codeMissing(pendingSignIn.credentials.email)}
      />
    );
  }
  if (pendingSignIn) return <TotpSteps credentials={pendingSignIn.credentials} />;

  return (
    <form className="form" onSubmit={submit} aria-busy={isBusy}>
      <EmailField />
      <PasswordField label={texts.password} name="password" autoComplete="current-password" isRequired />
      <FormError text={error} />
      <SubmitButton label={texts.logIn} busyLabel={texts.loggingIn} isBusy={isBusy} />
    </form>
  );
}
