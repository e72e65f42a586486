import type { SubmitEvent } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { markSignedIn } from '../../../platform/auth/auth-state.ts';
import { type Credentials, signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { CodeField, readCode, SubmitButton } from '../credential-fields.tsx';
import { texts } from '../texts.ts';
import { useAttempt } from '../use-attempt.tsx';
import { ResendCode } from './resend-code.tsx';

interface ConfirmAccountFormProps {
  readonly credentials: Credentials;
  /** The chosen username, if this page has registered the account. */
  readonly username?: string;
  /** Says where the code is. */
  readonly lead: string;
}

/** The form that confirms a new account with the emailed code, and then signs in. */
export function ConfirmAccountForm({ credentials, username, lead }: ConfirmAccountFormProps) {
  const { isBusy, error, fieldError, attempt } = useAttempt(texts.codeFailed);
  const { email } = credentials;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;

    return attempt(() => confirmAndSignIn(credentials, username, new FormData(form)).then(markSignedIn), { form });
  }

  const resend = async () => {
    await api.credentials.resendCode({ email });
  };

  return (
    <form className="form" onSubmit={submit} aria-busy={isBusy} aria-labelledby="code-heading">
      <h2 id="code-heading">{texts.codeHeading}</h2>
      <p role="status">{lead}</p>
      <CodeField fieldError={fieldError} />
      <FormError text={error} />
      <SubmitButton label={texts.confirm} busyLabel={texts.confirming} isBusy={isBusy} />
      <ResendCode isBusy={isBusy} onSend={() => attempt(resend, { describe: texts.sendCodeFailed })} />
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
    await api.credentials.confirmRegistration({ email, code, password, username });
  } catch (error) {
    // Another tab, or a request whose response was lost, may have used the code. Then signing in works.
    const mayBeConfirmed = error instanceof ApiError && error.code === 'InvalidCode';
    const step = mayBeConfirmed ? await signInWithPassword({ email, password }).catch(() => undefined) : undefined;
    if (step === 'done') return;

    throw error;
  }

  const nextStep = await signInWithPassword({ email, password });
  if (nextStep !== 'done') throw new Error(texts.unknownFailure);
}
