import { type SubmitEvent, useState } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { sendResetCode } from '../../../platform/auth/passwords.ts';
import { EmailField, SubmitButton } from '../credential-fields.tsx';
import { texts } from '../texts.ts';
import { useAttempt } from '../use-attempt.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

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
