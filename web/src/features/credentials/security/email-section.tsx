import { Button, TextField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { api } from '../../../platform/api/api.ts';
import { InvalidFieldError } from '../form-problem.ts';
import { PasswordForm } from './password-form.tsx';
import { PendingEmail } from './pending-email.tsx';
import { Section } from './section.tsx';
import { type SignInSettings, useUpdateSettings } from './sign-in-settings.ts';
import { texts } from './texts.ts';

/** The member's email, and its change: the new address must be confirmed with a code. */
export function EmailSection({ settings }: { settings: SignInSettings }) {
  const [step, setStep] = useState<'change' | 'confirm'>();
  // Set while the form of this page is open. The server doesn't say whether another account has the address.
  const [sentChange, setSentChange] = useState<{ email: string; password: string }>();
  const [news, setNews] = useState<string>();
  const updateSettings = useUpdateSettings();
  const pendingEmail = sentChange?.email ?? settings.pendingEmail;

  async function sendCode(email: string, password: string): Promise<void> {
    await api.credentials.changeEmail({ email, password });
    setSentChange({ email, password });
    setStep('confirm');
  }

  function finish(change: { readonly email?: string; readonly news: string }): void {
    updateSettings({ ...(change.email && { email: change.email }), pendingEmail: undefined });
    setSentChange(undefined);
    setStep(undefined);
    setNews(change.news);
  }

  function open(): void {
    setNews(undefined);
    setStep('change');
  }

  return (
    <Section title={texts.email} step={step} news={news}>
      <p className="security__value">{settings.email}</p>
      {pendingEmail && step !== 'change' ? (
        <PendingEmail
          email={settings.email}
          pendingEmail={pendingEmail}
          password={sentChange?.password}
          onSendCode={(password) => sendCode(pendingEmail, password)}
          onFinished={finish}
        />
      ) : step === 'change' ? (
        <ChangeEmailForm email={settings.email} onSendCode={sendCode} onCancel={() => setStep(undefined)} />
      ) : (
        <>
          <p className="soft">{texts.emailLead}</p>
          <div className="button-row">
            <Button onClick={open}>{texts.changeEmail}</Button>
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

function ChangeEmailForm({ email, onSendCode, onCancel }: ChangeEmailFormProps) {
  return (
    <PasswordForm
      email={email}
      lead={texts.emailLead}
      label={texts.sendCode}
      busyLabel={texts.checking}
      describe={texts.changeEmailFailed}
      onCancel={onCancel}
      onSubmit={async (password, form) => {
        const newEmail = String(form.get('email')).trim();
        if (newEmail.toLowerCase() === email) throw new InvalidFieldError('email', texts.sameEmail);
        await onSendCode(newEmail, password);
      }}
    >
      {(fieldError) => (
        <TextField
          label={texts.newEmail}
          name="email"
          type="email"
          autoComplete="email"
          isRequired
          // The button that had the focus is gone.
          autoFocus
          {...fieldError('email')}
        />
      )}
    </PasswordForm>
  );
}
