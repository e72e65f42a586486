import { Button, PasswordField } from '@aws-amplify/ui-react';
import { type SubmitEvent, useState } from 'react';
import { changePassword } from '../../../platform/auth/passwords.ts';
import { texts } from '../texts.ts';
import { checkPassword } from './check-credentials.ts';
import { HiddenUsername, NewPasswordFields } from './credential-fields.tsx';
import { FormError, FormSuccess } from './form-result.tsx';
import { useAttempt } from './use-attempt.ts';

/** The form that changes the member's password. It requires the current one. */
export function ChangePasswordForm({ email }: { email: string }) {
  const { busy, error, setError, attempt } = useAttempt(texts.setPasswordFailed);
  const [changed, setChanged] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const field = (name: string) => String(data.get(name));
    setChanged(false);
    const problem = checkPassword(field('password'), field('confirmation'));
    if (problem) return setError(problem);
    const succeeded = await attempt(() =>
      changePassword(field('current'), field('password')).catch(rethrowPasswordError),
    );
    if (!succeeded) return;
    setChanged(true);
    form.reset();
  }

  return (
    <form className="form" onSubmit={submit} aria-busy={busy} aria-labelledby="password-heading">
      <h2 id="password-heading">{texts.changePassword}</h2>
      <HiddenUsername email={email} />
      <PasswordField label={texts.currentPassword} name="current" autoComplete="current-password" isRequired />
      <NewPasswordFields label={texts.newPassword} />
      <FormError text={error} />
      <FormSuccess text={changed ? texts.passwordChanged : undefined} />
      <div className="button-row">
        <Button type="submit" aria-disabled={busy}>
          {busy ? texts.settingPassword : texts.changePassword}
        </Button>
      </div>
    </form>
  );
}

/** Replaces Cognito's NotAuthorizedException: here it means that the current password is wrong. */
function rethrowPasswordError(error: unknown): never {
  const isWrongPassword = error instanceof Error && error.name === 'NotAuthorizedException';
  throw isWrongPassword ? new Error(texts.wrongPassword) : error;
}
