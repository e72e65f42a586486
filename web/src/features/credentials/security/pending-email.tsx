import { Button } from '@aws-amplify/ui-react';
import { type SubmitEvent, useState } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { api } from '../../../platform/api/api.ts';
import { CodeField, readCode, SubmitButton } from '../credential-fields.tsx';
import { ResendCode } from '../sign-in/resend-code.tsx';
import { useAttempt } from '../use-attempt.tsx';
import { PasswordForm } from './password-form.tsx';
import { texts } from './texts.ts';

interface PendingEmailProps {
  /** The present address. */
  readonly email: string;
  /** The new address, which has the code. */
  readonly pendingEmail: string;
  /** The member's password, if they typed it on this page. Without it, further codes require it. */
  readonly password: string | undefined;
  readonly onSendCode: (password: string) => Promise<void>;
  /** Called when the change is confirmed, with the new address, or cancelled. */
  readonly onFinished: (result: { readonly email?: string; readonly news: string }) => void;
}

/** A change of the email that waits for its code. The code can be sent again, and the change can be cancelled. */
export function PendingEmail({ email, pendingEmail, password, onSendCode, onFinished }: PendingEmailProps) {
  const [asking, setAsking] = useState<'resend' | 'cancel'>();
  const { busy, error, fieldError, attempt } = useAttempt(texts.changeEmailFailed);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    return attempt(
      async () => {
        const confirmation = await api.credentials.confirmEmail({ code: readCode(new FormData(form)) });
        onFinished({ email: confirmation.email, news: texts.emailChanged(confirmation.email) });
      },
      { form },
    );
  }

  async function cancel(currentPassword: string): Promise<void> {
    await api.credentials.changeEmail({ email, password: currentPassword });
    onFinished({ news: texts.changeCancelled });
  }

  async function resend(currentPassword: string): Promise<void> {
    await onSendCode(currentPassword);
    setAsking(undefined);
  }

  if (asking) {
    return (
      <PasswordForm
        email={email}
        lead={asking === 'cancel' ? texts.cancelChangeLead(email) : texts.resendLead(pendingEmail)}
        label={asking === 'cancel' ? texts.cancelChange : texts.resendCode}
        busyLabel={texts.checking}
        describe={texts.changeEmailFailed}
        onSubmit={asking === 'cancel' ? cancel : resend}
        onCancel={() => setAsking(undefined)}
      />
    );
  }

  return (
    <form className="form" onSubmit={submit} aria-busy={busy}>
      <p role="status">{texts.pendingEmail(pendingEmail, email)}</p>
      <CodeField fieldError={fieldError} takesFocus={password !== undefined} />
      <FormError text={error} />
      <SubmitButton label={texts.confirmEmail} busyLabel={texts.checking} busy={busy} />
      {password === undefined ? (
        <Button variation="link" onClick={() => setAsking('resend')}>
          {texts.resendCode}
        </Button>
      ) : (
        <ResendCode busy={busy} onSend={() => attempt(() => onSendCode(password))} />
      )}
      <Button variation="link" onClick={() => (password ? void attempt(() => cancel(password)) : setAsking('cancel'))}>
        {texts.cancelChange}
      </Button>
    </form>
  );
}
