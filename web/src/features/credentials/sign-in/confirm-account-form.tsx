import type { SubmitEvent } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { markSignedIn } from '../../../platform/auth/auth-state.ts';
import { type Credentials, signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { CodeField, readCode, SubmitButton } from '../credential-fields.tsx';
import { problemTexts } from '../problem-texts.ts';
import { texts } from '../texts.ts';
import { useAttempt } from '../use-attempt.tsx';
import { ResendCode } from './resend-code.tsx';

interface ConfirmAccountFormProps {
  readonly credentials: Credentials;
  /** The chosen username. Absent if the account was registered earlier. */
  readonly username?: string;
  /** Says where the code is. */
  readonly lead: string;
}

/** The form that confirms a new account with the emailed code, and then signs in. */
export function ConfirmAccountForm({ credentials, username, lead }: ConfirmAccountFormProps) {
  const { isBusy, error, getErrorProps, attempt } = useAttempt(texts.codeFailed);
  const { email } = credentials;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;

    return attempt(
      async () => {
        await confirmAndSignIn(credentials, username, new FormData(form));
        markSignedIn();
      },
      { form },
    );
  }

  const resendCode = async () => {
    await api.credentials.resendCode({ email });
  };

  return (
    <form className="form" onSubmit={submit} aria-busy={isBusy} aria-labelledby="code-heading">
      <h2 id="code-heading">{texts.codeHeading}</h2>
      <p role="status">{lead}</p>
      <CodeField getErrorProps={getErrorProps} />
      <FormError text={error} />
      <SubmitButton label={texts.confirm} busyLabel={texts.confirming} isBusy={isBusy} />
      <ResendCode isBusy={isBusy} onSend={() => attempt(resendCode, { toErrorText: texts.sendCodeFailed })} />
    </form>
  );
}

/** Confirms the account and signs in. Also signs in if the account is already confirmed. */
async function confirmAndSignIn(
  { email, password }: Credentials,
  username: string | undefined,
  form: FormData,
): Promise<void> {
  const code = readCode(form);

  try {
    // Sets this password: someone else may have registered the email with another one.
    await api.credentials.confirmRegistration({ email, code, password, username });
  } catch (error) {
    // Another tab, or a request whose response was lost, may have used the code. Then signing in works.
    const mayBeConfirmed = error instanceof ApiError && error.code === 'InvalidCode';
    if (mayBeConfirmed && (await trySignIn({ email, password }))) return;

    throw error;
  }

  const nextStep = await signInWithPassword({ email, password });
  if (nextStep !== 'done') throw new Error(problemTexts.unknownFailure);
}

/** Signs in. Returns false if that fails, so that the caller can throw its own error. */
async function trySignIn(credentials: Credentials): Promise<boolean> {
  const nextStep = await signInWithPassword(credentials).catch(() => undefined);
  return nextStep === 'done';
}
