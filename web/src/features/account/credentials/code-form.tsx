import type { SubmitEvent } from 'react';
import { markSignedIn } from '../../../platform/auth/auth-state.ts';
import { type Credentials, confirmAccount, resendCode, signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { texts } from '../texts.ts';
import { CodeField, readCode, SubmitButton } from './credential-fields.tsx';
import { FormError } from './form-result.tsx';
import { ResendCode } from './resend-code.tsx';
import { useAttempt } from './use-attempt.ts';

/** The form that confirms a new account with the emailed code, and then signs in. */
export function CodeForm({ credentials }: { credentials: Credentials }) {
  const { busy, error, attempt } = useAttempt(texts.codeFailed);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = readCode(new FormData(event.currentTarget));
    return attempt(async () => {
      await confirmAccount(credentials.email, code).catch(ignoreIfConfirmed);
      if ((await signInWithPassword(credentials)) === 'code') throw new Error(texts.codeMismatch);
      markSignedIn();
    });
  }

  return (
    <form className="form" onSubmit={submit} aria-busy={busy} aria-labelledby="code-heading">
      <h2 id="code-heading">{texts.codeHeading}</h2>
      <p role="status">{texts.codeSent(credentials.email)}</p>
      <CodeField />
      <FormError text={error} />
      <SubmitButton label={texts.confirm} busyLabel={texts.confirming} busy={busy} />
      <ResendCode busy={busy} onSend={() => attempt(() => resendCode(credentials.email), texts.sendCodeFailed)} />
    </form>
  );
}

/**
 * Ignores NotAuthorizedException: the account may already be confirmed, in another tab or by a request whose response
 * was lost. Signing in then shows whether it is.
 */
function ignoreIfConfirmed(error: unknown): void {
  if (!(error instanceof Error && error.name === 'NotAuthorizedException')) throw error;
}
