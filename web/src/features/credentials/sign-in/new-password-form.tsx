import { type SubmitEvent, useState } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { markSignedIn } from '../../../platform/auth/auth-state.ts';
import { sendResetCode } from '../../../platform/auth/passwords.ts';
import { type Credentials, type NextStep, signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { checkPassword } from '../check-credentials.ts';
import {
  CodeField,
  EmailField,
  HiddenUsername,
  NewPasswordFields,
  readCode,
  readEmail,
  SubmitButton,
} from '../credential-fields.tsx';
import { texts } from '../texts.ts';
import { useAttempt } from '../use-attempt.tsx';
import { ResendCode } from './resend-code.tsx';
import { TotpSteps } from './totp-steps.tsx';

/** A password reset whose code can be entered. */
export interface PasswordReset {
  readonly email: string;
  /** Whether this page has requested the code. If not, the visitor already has one, and may correct the email. */
  readonly sent: boolean;
}

/**
 * Sets a new password and signs in.
 *
 * @returns the next step of signing in, or 'failed' if the password was changed, but signing in failed
 */
async function resetAndSignIn(credentials: Credentials, code: string): Promise<NextStep | 'failed'> {
  const signIn = () => signInWithPassword(credentials).catch(() => 'failed' as const);

  try {
    await api.credentials.resetPassword({ ...credentials, code });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'InvalidCode')) throw error;

    // A request whose response was lost may have used the code. Then the new password is enough.
    const nextStep = await signIn();
    if (nextStep === 'failed') throw error;
    return nextStep;
  }

  return signIn();
}

interface NewPasswordFormProps extends PasswordReset {
  /** Called when the password was changed, but signing in failed. */
  readonly onReset: () => void;
}

/** The form that sets a new password with the emailed code, and then signs in. */
export function NewPasswordForm({ email: resetEmail, sent: wasCodeSent, onReset }: NewPasswordFormProps) {
  const { isBusy, error, getErrorProps, attempt } = useAttempt(texts.setPasswordFailed);
  const [totpCredentials, setTotpCredentials] = useState<Credentials>();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const email = wasCodeSent ? resetEmail : readEmail(data);
    const password = String(data.get('password'));

    return attempt(
      async () => {
        checkPassword(password, String(data.get('confirmation')));
        const nextStep = await resetAndSignIn({ email, password }, readCode(data));
        if (nextStep === 'done') markSignedIn();
        else if (nextStep === 'totp') setTotpCredentials({ email, password });
        else onReset();
      },
      { form },
    );
  }

  if (totpCredentials) return <TotpSteps credentials={totpCredentials} />;

  // The first field that the visitor must fill in takes the focus.
  const isEmailMissing = !wasCodeSent && resetEmail === '';

  return (
    <form className="form" onSubmit={submit} aria-busy={isBusy} aria-labelledby="reset-heading">
      <h2 id="reset-heading">{texts.resetHeading}</h2>
      {wasCodeSent && (
        <div role="status">
          <p>{texts.resetCodeSent(resetEmail)}</p>
          <p>{texts.resetCodeMissing}</p>
        </div>
      )}
      {wasCodeSent ? (
        <HiddenUsername email={resetEmail} />
      ) : (
        <EmailField defaultValue={resetEmail} takesFocus={isEmailMissing} />
      )}
      <CodeField getErrorProps={getErrorProps} takesFocus={!isEmailMissing} />
      <NewPasswordFields label={texts.newPassword} getErrorProps={getErrorProps} />
      <FormError text={error} />
      <SubmitButton label={texts.setPassword} busyLabel={texts.settingPassword} isBusy={isBusy} />
      {wasCodeSent && (
        <ResendCode
          isBusy={isBusy}
          onSend={() => attempt(() => sendResetCode(resetEmail), { toErrorText: texts.sendCodeFailed })}
        />
      )}
    </form>
  );
}
