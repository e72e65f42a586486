import { type SubmitEvent, useState } from 'react';
import { sendResetCode } from '../../../platform/auth/passwords.ts';
import { texts } from '../texts.ts';
import { EmailField, SubmitButton } from './credential-fields.tsx';
import { FormError } from './form-result.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { useAttempt } from './use-attempt.ts';

interface ForgotPasswordFormProps {
  /** Called when the password was changed, but signing in failed. */
  readonly onReset: () => void;
}

/** Two steps: emails a reset code, then shows the form for the new password. */
export function ForgotPasswordForm({ onReset }: ForgotPasswordFormProps) {
  const { busy, error, attempt } = useAttempt(texts.sendCodeFailed);
  const [mailedTo, setMailedTo] = useState<string>();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    return attempt(async () => {
      await sendResetCode(email);
      setMailedTo(email);
    });
  }

  if (mailedTo) return <NewPasswordForm email={mailedTo} onReset={onReset} />;
  return (
    <form className="form" onSubmit={submit} aria-busy={busy}>
      <EmailField />
      <FormError text={error} />
      <SubmitButton label={texts.sendCode} busyLabel={texts.sendingCode} busy={busy} />
    </form>
  );
}
