import { Button, PasswordField } from '@aws-amplify/ui-react';
import { type SubmitEvent, useState } from 'react';
import { changePassword } from '../../../platform/auth/passwords.ts';
import { texts } from '../texts.ts';
import { checkPassword } from './check-credentials.ts';
import { HiddenUsername, NewPasswordFields } from './credential-fields.tsx';
import { FormError, FormSuccess } from './form-result.tsx';
import { useAttempt } from './use-attempt.ts';

/** Changes the member's password, which they must know. */
export function ChangePasswordForm({ email }: { email: string }) {
  const { busy, error, setError, attempt } = useAttempt(texts.setPasswordFailed);
  const [changed, setChanged] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const field = (name: string) => String(data.get(name));
    setChanged(false);
    const mistake = checkPassword(field('password'), field('confirmation'));
    if (mistake) return setError(mistake);
    const done = await attempt(() => changePassword(field('current'), field('password')).catch(rejectPlainly));
    if (!done) return;
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

/** Here, being refused means that the current password is another. */
function rejectPlainly(error: unknown): never {
  const wrong = error instanceof Error && error.name === 'NotAuthorizedException';
  throw wrong ? new Error(texts.wrongPassword) : error;
}
