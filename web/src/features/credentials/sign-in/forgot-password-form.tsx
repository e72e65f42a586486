import { Button } from '@aws-amplify/ui-react';
import type { SubmitEvent } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { sendResetCode } from '../../../platform/auth/passwords.ts';
import { EmailField, readEmail, SubmitButton } from '../credential-fields.tsx';
import { texts } from '../texts.ts';
import { useAttempt } from '../use-attempt.tsx';
import { NewPasswordForm, type PasswordReset } from './new-password-form.tsx';

interface ForgotPasswordFormProps {
  /** The reset to complete. Undefined until a code can be entered. */
  readonly reset: PasswordReset | undefined;
  /** Called when the code can be entered. */
  readonly onCode: (reset: PasswordReset) => void;
  /** Called when the password was changed, but signing in failed. */
  readonly onReset: () => void;
}

/** The form that requests a reset code, followed by the form for the new password. */
export function ForgotPasswordForm({ reset, onCode, onReset }: ForgotPasswordFormProps) {
  const { isBusy, error, attempt } = useAttempt(texts.sendCodeFailed);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = readEmail(new FormData(event.currentTarget));

    return attempt(async () => {
      await sendResetCode(email);
      onCode({ email, sent: true });
    });
  }

  if (reset) return <NewPasswordForm {...reset} onReset={onReset} />;

  return (
    <form className="form" onSubmit={submit} aria-busy={isBusy}>
      <EmailField />
      <FormError text={error} />
      <SubmitButton label={texts.sendCode} busyLabel={texts.sendingCode} isBusy={isBusy} />
      <Button
        variation="link"
        onClick={({ currentTarget: { form } }) => form && onCode({ email: readEmail(new FormData(form)), sent: false })}
      >
        {texts.haveCode}
      </Button>
    </form>
  );
}
