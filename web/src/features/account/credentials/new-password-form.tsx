import { Button, PasswordField, TextField } from '@aws-amplify/ui-react';
import type { SubmitEvent } from 'react';
import { signedIn } from '../../../platform/auth/auth-state.ts';
import { mailResetCode, setNewPassword } from '../../../platform/auth/passwords.ts';
import { signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { texts } from '../texts.ts';
import { checkPassword } from './check-credentials.ts';
import { FormError } from './form-result.tsx';
import { readCode } from './read-code.ts';
import { SendAgain } from './send-again.tsx';
import { useAttempt } from './use-attempt.ts';

interface NewPasswordFormProps {
  readonly email: string;
  /** The password is new, and yet its member could not be signed in. */
  readonly onReset: () => void;
}

/** Takes the mailed code and a new password, then signs its member in. */
export function NewPasswordForm({ email, onReset }: NewPasswordFormProps) {
  const { busy, error, setError, attempt } = useAttempt(texts.setPasswordFailed);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name));
    const password = field('password');
    const mistake = checkPassword(password, field('confirmation'));
    if (mistake) return setError(mistake);
    await attempt(async () => {
      await setNewPassword({ email, code: readCode(form), password });
      const next = await signInWithPassword({ email, password }).catch(() => 'failed');
      if (next === 'done') signedIn();
      else onReset();
    });
  }

  return (
    <form className="form" onSubmit={submit} aria-busy={busy} aria-labelledby="reset-heading">
      <h2 id="reset-heading">{texts.resetHeading}</h2>
      <p role="status">{texts.resetCodeSent(email)}</p>
      {/* Lets a password manager know whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        label={texts.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
        // The step replaces the form that was just sent, and begins with this.
        autoFocus
      />
      <PasswordField
        label={texts.newPassword}
        name="password"
        autoComplete="new-password"
        descriptiveText={texts.passwordHint}
        isRequired
      />
      <PasswordField label={texts.confirmPassword} name="confirmation" autoComplete="new-password" isRequired />
      <FormError text={error} />
      <Button type="submit" variation="primary" isFullWidth aria-disabled={busy}>
        {busy ? texts.settingPassword : texts.setPassword}
      </Button>
      <SendAgain busy={busy} onSend={() => attempt(() => mailResetCode(email), texts.sendCodeFailed)} />
    </form>
  );
}
