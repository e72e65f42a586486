import { Button, PasswordField } from '@aws-amplify/ui-react';
import type { ReactNode, SubmitEvent } from 'react';
import { FormError } from '../../../design/form-result.tsx';
import { HiddenUsername } from '../credential-fields.tsx';
import { useAttempt } from '../use-attempt.tsx';
import { texts } from './texts.ts';

interface PasswordFormProps {
  readonly email: string;
  /** Says why the password is needed. */
  readonly lead: string;
  readonly label: string;
  /** Shown instead of `label` while the form is sent. */
  readonly busyLabel: string;
  /** Builds the error text from a message. */
  readonly toErrorText: (message: string) => string;
  /** Receives the typed password, and the form for its other fields. */
  readonly onSubmit: (password: string, form: FormData) => Promise<void>;
  readonly onCancel: () => void;
  /** Fields above the password. */
  readonly children?: (getErrorProps: ReturnType<typeof useAttempt>['getErrorProps']) => ReactNode;
}

/** A form that confirms a change with the member's current password. */
export function PasswordForm(props: PasswordFormProps) {
  const { email, lead, label, busyLabel, toErrorText, onSubmit, onCancel, children } = props;
  const { isBusy, error, getErrorProps, attempt } = useAttempt(toErrorText);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);

    return attempt(async () => onSubmit(String(data.get('current')), data), { form });
  }

  return (
    <form className="form" onSubmit={submit} aria-busy={isBusy}>
      <p>{lead}</p>
      <HiddenUsername email={email} />
      {children?.(getErrorProps)}
      <PasswordField
        label={texts.currentPassword}
        name="current"
        autoComplete="current-password"
        isRequired
        // Takes the focus, because the button that had it has disappeared.
        autoFocus={!children}
        {...getErrorProps('current')}
      />
      <FormError text={error} />
      <div className="button-row">
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variation="primary" aria-disabled={isBusy}>
          {isBusy ? busyLabel : label}
        </Button>
      </div>
    </form>
  );
}
