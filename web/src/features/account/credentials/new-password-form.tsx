import type { SubmitEvent } from 'react';
import { markSignedIn } from '../../../platform/auth/auth-state.ts';
import { sendResetCode, setNewPassword } from '../../../platform/auth/passwords.ts';
import { signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { texts } from '../texts.ts';
import { checkPassword } from './check-credentials.ts';
import { CodeField, HiddenUsername, NewPasswordFields, readCode, SubmitButton } from './credential-fields.tsx';
import { FormError } from './form-result.tsx';
import { ResendCode } from './resend-code.tsx';
import { useAttempt } from './use-attempt.ts';

interface NewPasswordFormProps {
  readonly email: string;
  /** Called when the password was changed, but signing in failed. */
  readonly onReset: () => void;
}

/** The form that sets a new password with the emailed code, and then signs in. */
export function NewPasswordForm({ email, onReset }: NewPasswordFormProps) {
  const { busy, error, setError, attempt } = useAttempt(texts.setPasswordFailed);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name));
    const password = field('password');
    const problem = checkPassword(password, field('confirmation'));
    if (problem) return setError(problem);
    await attempt(async () => {
      await setNewPassword({ email, code: readCode(form), password });
      const next = await signInWithPassword({ email, password }).catch(() => 'failed');
      if (next === 'done') markSignedIn();
      else onReset();
    });
  }

  return (
    <form className="form" onSubmit={submit} aria-busy={busy} aria-labelledby="reset-heading">
      <h2 id="reset-heading">{texts.resetHeading}</h2>
      <p role="status">{texts.resetCodeSent(email)}</p>
      <HiddenUsername email={email} />
      <CodeField />
      <NewPasswordFields label={texts.newPassword} />
      <FormError text={error} />
      <SubmitButton label={texts.setPassword} busyLabel={texts.settingPassword} busy={busy} />
      <ResendCode busy={busy} onSend={() => attempt(() => sendResetCode(email), texts.sendCodeFailed)} />
    </form>
  );
}
