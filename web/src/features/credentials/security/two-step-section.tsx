import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { api } from '../../../platform/api/api.ts';
import { PasswordForm } from './password-form.tsx';
import { Section } from './section.tsx';
import { SetUpTotp } from './set-up-totp.tsx';
import { type SignInSettings, useRefetchSettings, useUpdateSettings } from './sign-in-settings.ts';
import { twoStepTexts } from './two-step-texts.ts';

/** With this number of recovery codes or fewer, the page says how to get new ones. */
const FEW_CODES = 2;

/** Shows whether two-step sign-in is on, and sets it up or switches it off. */
export function TwoStepSection({ settings }: { settings: SignInSettings }) {
  const { email, totp, recoveryCodesLeft } = settings;
  const [step, setStep] = useState<'set-up' | 'switch-off'>();
  const [resultText, setResultText] = useState<string>();
  // The server may have switched two-step sign-in on although its response, with the recovery codes, was lost.
  const [mayLackCodes, setMayLackCodes] = useState(false);
  const updateSettings = useUpdateSettings();
  const refetchSettings = useRefetchSettings();

  function open(newStep: typeof step): void {
    setResultText(undefined);
    setMayLackCodes(false);
    setStep(newStep);
  }

  function finish(text: string): void {
    setStep(undefined);
    setResultText(text);
  }

  async function switchOff(password: string): Promise<void> {
    await api.credentials.disableTotp({ password });
    updateSettings({ totp: false, recoveryCodesLeft: 0 });
    finish(twoStepTexts.turnedOff);
  }

  return (
    <Section title={twoStepTexts.twoStep} step={step} resultText={resultText}>
      {step === 'set-up' && (
        <SetUpTotp
          email={email}
          onEnabled={({ length }) => {
            setMayLackCodes(false);
            updateSettings({ totp: true, recoveryCodesLeft: length });
          }}
          onFailed={() => {
            setMayLackCodes(true);
            refetchSettings();
          }}
          onDone={() => finish(twoStepTexts.turnedOn)}
          onCancel={() => {
            setStep(undefined);
            // The server may have completed a failed request since.
            refetchSettings();
          }}
        />
      )}
      {step === 'switch-off' && (
        <PasswordForm
          email={email}
          lead={twoStepTexts.switchOffLead}
          label={twoStepTexts.switchOff}
          busyLabel={twoStepTexts.switchingOff}
          toErrorText={twoStepTexts.switchOffFailed}
          onSubmit={switchOff}
          onCancel={() => setStep(undefined)}
        />
      )}
      {!step && (
        <>
          <p>{totp ? twoStepTexts.twoStepOn : twoStepTexts.twoStepOff}</p>
          {totp && mayLackCodes && <p className="card-problem">{twoStepTexts.codesNotReceived}</p>}
          {totp && !mayLackCodes && <CodesLeft count={recoveryCodesLeft} />}
          <div className="button-row">
            <Button onClick={() => open(totp ? 'switch-off' : 'set-up')}>
              {totp ? twoStepTexts.switchOff : twoStepTexts.setUp}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}

/**
 * Shows the number of recovery codes left, or a warning if there are none.
 *
 * The API creates codes with every second factor. Without codes, the second factor was set up at Cognito itself, as a
 * thief with a stolen access token can do.
 */
function CodesLeft({ count }: { count: number }) {
  if (count === 0) return <p className="card-problem">{twoStepTexts.noRecoveryCodes}</p>;

  return (
    <p className="soft">
      {twoStepTexts.codesLeft(count)} {count <= FEW_CODES && twoStepTexts.fewCodes}
    </p>
  );
}
