import type { SubmitEvent } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { CodeField, readCode, SubmitButton } from '../credential-fields.tsx';
import { texts } from '../texts.ts';
import { useAttempt } from '../use-attempt.tsx';

interface TotpFormProps {
  /** Checks the code with Cognito. */
  readonly onCode: (code: string) => Promise<void>;
}

/** The form for a code of the authenticator app, the second step of a sign-in. */
export function TotpForm({ onCode }: TotpFormProps) {
  const { isBusy, error, getErrorProps, attempt } = useAttempt(texts.totpFailed);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;

    return attempt(async () => onCode(readCode(new FormData(form))), { form });
  }

  return (
    <form className="form" onSubmit={submit} aria-busy={isBusy} aria-labelledby="totp-heading">
      <h2 id="totp-heading">{texts.totpHeading}</h2>
      <p role="status">{texts.totpLead}</p>
      <CodeField getErrorProps={getErrorProps} />
      <FormError text={error} />
      <SubmitButton label={texts.confirm} busyLabel={texts.confirming} isBusy={isBusy} />
    </form>
  );
}
