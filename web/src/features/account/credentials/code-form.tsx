import type { SubmitEvent } from 'react';
import { signedIn } from '../../../platform/auth/auth-state.ts';
import { type Credentials, confirmAccount, mailCodeAgain, signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { texts } from '../texts.ts';
import { CodeField, readCode, SubmitButton } from './credential-fields.tsx';
import { FormError } from './form-result.tsx';
import { SendAgain } from './send-again.tsx';
import { useAttempt } from './use-attempt.ts';

/** Confirms a new account with the code that was mailed, then signs its member in. */
export function CodeForm({ credentials }: { credentials: Credentials }) {
  const { busy, error, attempt } = useAttempt(texts.codeFailed);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = readCode(new FormData(event.currentTarget));
    return attempt(async () => {
      await confirmAccount(credentials.email, code).catch(unlessConfirmed);
      if ((await signInWithPassword(credentials)) === 'code') throw new Error(texts.codeMismatch);
      signedIn();
    });
  }

  return (
    <form className="form" onSubmit={submit} aria-busy={busy} aria-labelledby="code-heading">
      <h2 id="code-heading">{texts.codeHeading}</h2>
      <p role="status">{texts.codeSent(credentials.email)}</p>
      <CodeField />
      <FormError text={error} />
      <SubmitButton label={texts.confirm} busyLabel={texts.confirming} busy={busy} />
      <SendAgain busy={busy} onSend={() => attempt(() => mailCodeAgain(credentials.email), texts.sendCodeFailed)} />
    </form>
  );
}

/** By an attempt whose answer was lost, or in another tab, it may be confirmed already: signing in tells. */
function unlessConfirmed(error: unknown): void {
  if (!(error instanceof Error && error.name === 'NotAuthorizedException')) throw error;
}
