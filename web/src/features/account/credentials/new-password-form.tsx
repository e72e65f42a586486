import type { SubmitEvent } from 'react';
import { signedIn } from '../../../platform/auth/auth-state.ts';
import { mailResetCode, setNewPassword } from '../../../platform/auth/passwords.ts';
import { signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { texts } from '../texts.ts';
import { checkPassword } from './check-credentials.ts';
import { CodeField, HiddenUsername, NewPasswordFields, readCode, SubmitButton } from './credential-fields.tsx';
import { FormError } from './form-result.tsx';
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
      <HiddenUsername email={email} />
      <CodeField />
      <NewPasswordFields label={texts.newPassword} />
      <FormError text={error} />
      <SubmitButton label={texts.setPassword} busyLabel={texts.settingPassword} busy={busy} />
      <SendAgain busy={busy} onSend={() => attempt(() => mailResetCode(email), texts.sendCodeFailed)} />
    </form>
  );
}
