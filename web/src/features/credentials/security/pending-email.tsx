import { Button } from '@aws-amplify/ui-react';
import { type SubmitEvent, useState } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { api } from '../../../platform/api/api.ts';
import { CodeField, readCode, SubmitButton } from '../credential-fields.tsx';
import { ResendCode } from '../sign-in/resend-code.tsx';
import { useAttempt } from '../use-attempt.tsx';
import { emailTexts } from './email-texts.ts';
import { PasswordForm } from './password-form.tsx';
import { texts } from './texts.ts';

interface PendingEmailProps {
  /** The present address. */
  readonly email: string;
  /** The new address, to which the code was sent. */
  readonly pendingEmail: string;
  /** The password that the member typed on this page. If undefined, sending another code requires it again. */
  readonly password: string | undefined;
  readonly onSendCode: (password: string) => Promise<void>;
  /** Called with the new address when the change is confirmed, and without it when it is cancelled. */
  readonly onFinished: (result: { readonly email?: string; readonly resultText: string }) => void;
}

/** The form for the code of a pending change of the email. It can send the code again, or cancel the change. */
export function PendingEmail({ email, pendingEmail, password, onSendCode, onFinished }: PendingEmailProps) {
  // The action that waits for the password.
  const [pendingAction, setPendingAction] = useState<'resend' | 'cancel'>();
  const { isBusy, error, getErrorProps, attempt } = useAttempt(emailTexts.changeEmailFailed);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;

    return attempt(
      async () => {
        const confirmation = await api.credentials.confirmEmail({ code: readCode(new FormData(form)) });
        onFinished({ email: confirmation.email, resultText: emailTexts.emailChanged(confirmation.email) });
      },
      { form },
    );
  }

  async function cancel(currentPassword: string): Promise<void> {
    // A change to the present address cancels the pending change.
    await api.credentials.changeEmail({ email, password: currentPassword });
    onFinished({ resultText: emailTexts.changeCancelled });
  }

  async function resend(currentPassword: string): Promise<void> {
    await onSendCode(currentPassword);
    setPendingAction(undefined);
  }

  /** Cancels the change. Asks for the password first if it is unknown. */
  function cancelWithPassword(): void {
    if (password) void attempt(() => cancel(password));
    else setPendingAction('cancel');
  }

  if (pendingAction) {
    const formProps = {
      resend: { lead: emailTexts.resendLead(pendingEmail), label: emailTexts.resendCode, onSubmit: resend },
      cancel: { lead: emailTexts.cancelChangeLead(email), label: emailTexts.cancelChange, onSubmit: cancel },
    }[pendingAction];

    return (
      <PasswordForm
        email={email}
        {...formProps}
        busyLabel={texts.checking}
        toErrorText={emailTexts.changeEmailFailed}
        onCancel={() => setPendingAction(undefined)}
      />
    );
  }

  return (
    <form className="form" onSubmit={submit} aria-busy={isBusy}>
      <p role="status">{emailTexts.pendingEmail(pendingEmail, email)}</p>
      <CodeField getErrorProps={getErrorProps} takesFocus={password !== undefined} />
      <FormError text={error} />
      <SubmitButton label={emailTexts.confirmEmail} busyLabel={texts.checking} isBusy={isBusy} />
      {password === undefined ? (
        <Button variation="link" onClick={() => setPendingAction('resend')}>
          {emailTexts.resendCode}
        </Button>
      ) : (
        <ResendCode isBusy={isBusy} onSend={() => attempt(() => onSendCode(password))} />
      )}
      <Button variation="link" onClick={cancelWithPassword}>
        {emailTexts.cancelChange}
      </Button>
    </form>
  );
}
