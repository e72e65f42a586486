import { Button, PasswordField } from '@aws-amplify/ui-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { currentVisit, markSessionEnded } from '../../../platform/auth/auth-state.ts';
import { SessionEndedError } from '../../../platform/auth/session.ts';
import { showToast } from '../../../platform/toasts.ts';
import { checkPassword } from '../check-credentials.ts';
import { HiddenUsername, NewPasswordFields } from '../credential-fields.tsx';
import { TotpForm } from '../sign-in/totp-form.tsx';
import { texts as signInTexts } from '../texts.ts';
import { useAttempt } from '../use-attempt.tsx';
import { changePassword } from './change-password.ts';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

/** A request for a code of the authenticator app. */
interface CodeRequest {
  readonly onCode: (code: string) => Promise<void>;
  readonly cancel: () => void;
}

/** The form that changes the member's password. Other devices are signed out, and this one stays signed in. */
export function ChangePasswordSection({ email }: { email: string }) {
  const { isBusy, error, getErrorProps, attempt } = useAttempt(signInTexts.setPasswordFailed);
  const [resultText, setResultText] = useState<string>();
  const { codeRequest, askForCode } = useCodeRequest();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const currentPassword = String(data.get('current'));
    const newPassword = String(data.get('password'));
    const confirmation = String(data.get('confirmation'));

    setResultText(undefined);

    return attempt(
      async () => {
        checkPassword(newPassword, confirmation);

        const visit = currentVisit();
        const result = await changePassword({ email, currentPassword, newPassword, askForCode });
        if (result === 'signedOut') showToast(texts.passwordChangedLogIn);
        if (result !== 'signedIn') return markSessionEnded(visit);

        setResultText(texts.passwordChanged);
        form.reset();
      },
      { form },
    );
  }

  return (
    <Section title={texts.password} step={codeRequest && 'code'} resultText={resultText}>
      {codeRequest && <TotpForm onCode={codeRequest.onCode} />}
      {/* The form stays in the document next to the code form, so that errors can name its fields. */}
      <form className="form" onSubmit={submit} aria-busy={isBusy} hidden={codeRequest !== undefined}>
        <HiddenUsername email={email} />
        <PasswordField
          label={texts.currentPassword}
          name="current"
          autoComplete="current-password"
          isRequired
          {...getErrorProps('current')}
        />
        <NewPasswordFields label={signInTexts.newPassword} getErrorProps={getErrorProps} />
        <FormError text={error} />
        <div className="button-row">
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? texts.changingPassword : texts.changePassword}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/**
 * Returns the open request for a code, and `askForCode`, which opens one.
 *
 * The promise of `askForCode` resolves when the code is accepted, and rejects if the member leaves the screen first.
 */
function useCodeRequest() {
  const [codeRequest, setCodeRequest] = useState<CodeRequest>();
  const currentRequest = useRef<CodeRequest>(undefined);

  useEffect(() => () => currentRequest.current?.cancel(), []);

  function updateRequest(request: CodeRequest | undefined): void {
    currentRequest.current = request;
    setCodeRequest(request);
  }

  function askForCode(verify: (code: string) => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      updateRequest({
        onCode: async (code) => {
          await verify(code);
          updateRequest(undefined);
          resolve();
        },
        cancel: () => reject(new SessionEndedError()),
      });
    });
  }

  return { codeRequest, askForCode };
}
