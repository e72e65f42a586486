import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { markSignedIn } from '../../../platform/auth/auth-state.ts';
import { type Credentials, confirmTotp } from '../../../platform/auth/sign-in.ts';
import { texts } from '../texts.ts';
import { RecoverForm } from './recover-form.tsx';
import { TotpForm } from './totp-form.tsx';

/** The second step of a sign-in: a code of the authenticator app, or a recovery code if the app is lost. */
export function TotpSteps({ credentials }: { credentials: Credentials }) {
  const [step, setStep] = useState<'totp' | 'recover' | 'recovered'>('totp');
  if (step === 'recovered') return <Recovered />;

  const isRecovering = step === 'recover';

  return (
    <div className="form">
      {isRecovering ? (
        <RecoverForm credentials={credentials} onRecovered={() => setStep('recovered')} />
      ) : (
        <TotpForm onCode={(code) => confirmTotp(credentials, code).then(markSignedIn)} />
      )}
      <Button variation="link" onClick={() => setStep(isRecovering ? 'totp' : 'recover')}>
        {isRecovering ? texts.backToTotp : texts.lostAuthenticator}
      </Button>
    </div>
  );
}

/** Says that two-step sign-in is off. The member is already signed in, and opens the page with Continue. */
function Recovered() {
  return (
    <section className="form" aria-labelledby="recovered-heading">
      <h2 id="recovered-heading">{texts.recoveredHeading}</h2>
      <p role="status">{texts.recoveredLead}</p>
      <Button variation="primary" isFullWidth autoFocus onClick={markSignedIn}>
        {texts.continue}
      </Button>
    </section>
  );
}
