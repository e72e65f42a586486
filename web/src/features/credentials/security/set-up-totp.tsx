import { Button } from '@aws-amplify/ui-react';
import { type SubmitEvent, useState } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { LeaveGuard } from '../../../design/leave-guard.tsx';
import { api } from '../../../platform/api/api.ts';
import { CodeField, readCode } from '../credential-fields.tsx';
import { useAttempt } from '../use-attempt.tsx';
import { CopyButton } from './copy-button.tsx';
import { PasswordForm } from './password-form.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { texts } from './texts.ts';
import { twoStepTexts } from './two-step-texts.ts';

/** The key of an authenticator app that isn't in use yet. */
interface TotpKey {
  readonly secret: string;
  readonly uri: string;
  /** The password that created the key. Switching on requires it again. */
  readonly password: string;
}

interface SetUpTotpProps {
  readonly email: string;
  /** Called when two-step sign-in is on. The recovery codes are still on the screen. */
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
  /** Called when switching on has failed. The server may have switched it on nevertheless. */
  readonly onFailed: () => void;
  /** Called when the member has saved the recovery codes. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Sets up two-step sign-in in three steps: the password, the authenticator app, and the recovery codes. */
export function SetUpTotp({ email, onEnabled, onFailed, onDone, onCancel }: SetUpTotpProps) {
  const [totpKey, setTotpKey] = useState<TotpKey>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();

  async function createKey(password: string): Promise<void> {
    const key = await api.credentials.setUpTotp({ password });
    setTotpKey({ ...key, password });
  }

  if (recoveryCodes) return <RecoveryCodes email={email} codes={recoveryCodes} onSaved={onDone} />;

  if (totpKey) {
    return (
      <AuthenticatorForm
        totpKey={totpKey}
        onCancel={onCancel}
        onFailed={onFailed}
        onEnabled={(codes) => {
          setRecoveryCodes(codes);
          onEnabled(codes);
        }}
      />
    );
  }

  return (
    <PasswordForm
      email={email}
      lead={twoStepTexts.setUpLead}
      label={twoStepTexts.next}
      busyLabel={texts.checking}
      toErrorText={twoStepTexts.setUpFailed}
      onSubmit={createKey}
      onCancel={onCancel}
    />
  );
}

interface AuthenticatorFormProps {
  readonly totpKey: TotpKey;
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
  readonly onFailed: () => void;
  readonly onCancel: () => void;
}

/**
 * Shows the key for the authenticator app, and checks the app's first code.
 *
 * The response to the code contains the recovery codes, which the server returns once. So the form can't be cancelled
 * while the request runs, and leaving the page requires a confirmation.
 */
function AuthenticatorForm({ totpKey, onEnabled, onFailed, onCancel }: AuthenticatorFormProps) {
  const { secret, uri, password } = totpKey;
  const { isBusy, error, getErrorProps, attempt } = useAttempt(twoStepTexts.setUpFailed);

  async function enable(code: string): Promise<void> {
    try {
      const { recoveryCodes } = await api.credentials.enableTotp({ password, code });
      onEnabled(recoveryCodes);
    } catch (failure) {
      onFailed();
      throw failure;
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;

    return attempt(() => enable(readCode(new FormData(form))), { form });
  }

  return (
    <form className="form" onSubmit={submit} aria-busy={isBusy}>
      <LeaveGuard isActive={isBusy} {...twoStepTexts.leaveTurningOn} />
      <p role="status">{twoStepTexts.scan}</p>
      <QrCode text={uri} label={twoStepTexts.qrCode} />
      <div className="security__key">
        <p className="soft">{twoStepTexts.secretLead}</p>
        {/* In groups of four characters, which are easier to type. */}
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton label={twoStepTexts.copyKey} text={secret} />
      </div>
      <CodeField getErrorProps={getErrorProps} />
      <FormError text={error} />
      <div className="button-row">
        <Button aria-disabled={isBusy} onClick={() => !isBusy && onCancel()}>
          {texts.cancel}
        </Button>
        <Button type="submit" variation="primary" aria-disabled={isBusy}>
          {isBusy ? twoStepTexts.turningOn : twoStepTexts.turnOn}
        </Button>
      </div>
    </form>
  );
}
