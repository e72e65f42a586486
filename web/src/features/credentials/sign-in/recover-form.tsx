import { TextField } from '@aws-amplify/ui-react';
import type { SubmitEvent } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { type Credentials, signInWithPassword } from '../../../platform/auth/sign-in.ts';
import { SubmitButton } from '../credential-fields.tsx';
import { InvalidFieldError } from '../form-problem.ts';
import { problemTexts } from '../problem-texts.ts';
import { texts } from '../texts.ts';
import { useAttempt } from '../use-attempt.tsx';

interface RecoverFormProps {
  /** Email and password, which Cognito has accepted. */
  readonly credentials: Credentials;
  /** Called when two-step sign-in is off and the member is signed in. */
  readonly onRecovered: () => void;
}

/** The form that switches two-step sign-in off with a recovery code, and then signs in. */
export function RecoverForm({ credentials, onRecovered }: RecoverFormProps) {
  const { isBusy, error, getErrorProps, attempt } = useAttempt(texts.recoverFailed);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const recoveryCode = String(new FormData(form).get('recoveryCode')).trim();

    return attempt(() => recoverAndSignIn(credentials, recoveryCode).then(onRecovered), { form });
  }

  return (
    <form className="form" onSubmit={submit} aria-busy={isBusy} aria-labelledby="recover-heading">
      <h2 id="recover-heading">{texts.recoverHeading}</h2>
      <p role="status">{texts.recoverLead}</p>
      <TextField
        label={texts.recoveryCode}
        name="recoveryCode"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        isRequired
        // Takes the focus, because the form that had it has disappeared.
        autoFocus
        {...getErrorProps('recoveryCode')}
      />
      <FormError text={error} />
      <SubmitButton label={texts.recover} busyLabel={texts.recovering} isBusy={isBusy} />
    </form>
  );
}

/**
 * Switches two-step sign-in off and signs in.
 *
 * @throws InvalidFieldError if the recovery code is wrong
 */
async function recoverAndSignIn(credentials: Credentials, recoveryCode: string): Promise<void> {
  try {
    await api.credentials.recover({ ...credentials, recoveryCode });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'InvalidCode')) throw error;

    // A request whose response was lost may have used the code. Then the password is enough.
    const step = await signInWithPassword(credentials).catch(() => undefined);
    if (step === 'done') return;

    throw new InvalidFieldError('recoveryCode', texts.recoveryCodeInvalid);
  }

  const nextStep = await signInWithPassword(credentials);
  if (nextStep !== 'done') throw new Error(problemTexts.unknownFailure);
}
