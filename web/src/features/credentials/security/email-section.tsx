import { Button, TextField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { api } from '../../../platform/api/api.ts';
import { InvalidFieldError } from '../form-problem.ts';
import { emailTexts } from './email-texts.ts';
import { PasswordForm } from './password-form.tsx';
import { PendingEmail } from './pending-email.tsx';
import { Section } from './section.tsx';
import { type SignInSettings, useUpdateSettings } from './sign-in-settings.ts';
import { texts } from './texts.ts';

/** Shows and changes the member's email. The new address must be confirmed with a code. */
export function EmailSection({ settings }: { settings: SignInSettings }) {
  // The step that was started on this page. Undefined also while a change from an earlier visit is pending.
  const [step, setStep] = useState<'change' | 'confirm'>();
  // The change that was requested on this page. The password is kept, so that sending another code doesn't require it.
  const [requestedChange, setRequestedChange] = useState<{ email: string; password: string }>();
  const [resultText, setResultText] = useState<string>();
  const updateSettings = useUpdateSettings();
  const pendingEmail = requestedChange?.email ?? settings.pendingEmail;

  async function sendCode(email: string, password: string): Promise<void> {
    await api.credentials.changeEmail({ email, password });
    setRequestedChange({ email, password });
    setStep('confirm');
  }

  function finish(result: { readonly email?: string; readonly resultText: string }): void {
    updateSettings({ ...(result.email && { email: result.email }), pendingEmail: undefined });
    setRequestedChange(undefined);
    setStep(undefined);
    setResultText(result.resultText);
  }

  function openChangeForm(): void {
    setResultText(undefined);
    setStep('change');
  }

  return (
    <Section title={emailTexts.email} step={step} resultText={resultText}>
      <p className="security__value">{settings.email}</p>
      {step === 'change' && (
        <ChangeEmailForm email={settings.email} onSendCode={sendCode} onCancel={() => setStep(undefined)} />
      )}
      {step !== 'change' && pendingEmail && (
        <PendingEmail
          email={settings.email}
          pendingEmail={pendingEmail}
          password={requestedChange?.password}
          onSendCode={(password) => sendCode(pendingEmail, password)}
          onFinished={finish}
        />
      )}
      {step !== 'change' && !pendingEmail && (
        <>
          <p className="soft">{emailTexts.emailLead}</p>
          <div className="button-row">
            <Button onClick={openChangeForm}>{emailTexts.changeEmail}</Button>
          </div>
        </>
      )}
    </Section>
  );
}

interface ChangeEmailFormProps {
  readonly email: string;
  readonly onSendCode: (email: string, password: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** The form for the new address. It requires the current password. */
function ChangeEmailForm({ email, onSendCode, onCancel }: ChangeEmailFormProps) {
  return (
    <PasswordForm
      email={email}
      lead={emailTexts.emailLead}
      label={emailTexts.sendCode}
      busyLabel={texts.checking}
      toErrorText={emailTexts.changeEmailFailed}
      onCancel={onCancel}
      onSubmit={async (password, form) => {
        const newEmail = String(form.get('email')).trim();
        // The API stores emails in lower case.
        if (newEmail.toLowerCase() === email) throw new InvalidFieldError('email', emailTexts.sameEmail);

        await onSendCode(newEmail, password);
      }}
    >
      {(getErrorProps) => (
        <TextField
          label={emailTexts.newEmail}
          name="email"
          type="email"
          autoComplete="email"
          isRequired
          // Takes the focus, because the button that had it has disappeared.
          autoFocus
          {...getErrorProps('email')}
        />
      )}
    </PasswordForm>
  );
}
