import { type SubmitEvent, useState } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { api } from '../../../platform/api/api.ts';
import { markSignedIn } from '../../../platform/auth/auth-state.ts';
import { sendResetCode } from '../../../platform/auth/passwords.ts';
import { type Credentials, signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { checkPassword } from '../check-credentials.ts';
import { CodeField, HiddenUsername, NewPasswordFields, readCode, SubmitButton } from '../credential-fields.tsx';
import { texts } from '../texts.ts';
import { useAttempt } from '../use-attempt.tsx';
import { ResendCode } from './resend-code.tsx';
import { TotpSteps } from './totp-steps.tsx';

interface NewPasswordFormProps {
  readonly email: string;
  /** Called when the password was changed, but signing in failed. */
  readonly onReset: () => void;
}

/** The form that sets a new password with the emailed code, and then signs in. */
export function NewPasswordForm({ email, onReset }: NewPasswordFormProps) {
  const { busy, error, fieldError, attempt } = useAttempt(texts.setPasswordFailed);
  const [secondStep, setSecondStep] = useState<Credentials>();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const password = String(data.get('password'));
    return attempt(
      async () => {
        checkPassword(password, String(data.get('confirmation')));
        await api.credentials.resetPassword({ email, code: readCode(data), password });
        const next = await signInWithPassword({ email, password }).catch(() => 'failed');
        if (next === 'done') markSignedIn();
        else if (next === 'totp') setSecondStep({ email, password });
        else onReset();
      },
      { form },
    );
  }

  if (secondStep) return <TotpSteps credentials={secondStep} />;
  return (
    <form className="form" onSubmit={submit} aria-busy={busy} aria-labelledby="reset-heading">
      <h2 id="reset-heading">{texts.resetHeading}</h2>
      <p role="status">{texts.resetCodeSent(email)}</p>
      <HiddenUsername email={email} />
      <CodeField fieldError={fieldError} />
      <NewPasswordFields label={texts.newPassword} fieldError={fieldError} />
      <FormError text={error} />
      <SubmitButton label={texts.setPassword} busyLabel={texts.settingPassword} busy={busy} />
      <ResendCode busy={busy} onSend={() => attempt(() => sendResetCode(email), { describe: texts.sendCodeFailed })} />
    </form>
  );
}
