import { Button, PasswordField, TextField } from '@aws-amplify/ui-react';
import { texts } from '../texts.ts';

/** The email field, named "email". Password managers treat it as the user name. */
export function EmailField() {
  return <TextField label={texts.email} name="email" type="email" autoComplete="username" isRequired />;
}

/** The field for an emailed code, named "code". It takes the focus, because its form replaces another one. */
export function CodeField() {
  return (
    <TextField
      label={texts.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      isRequired
      // The form that had the focus is gone.
      autoFocus
    />
  );
}

/** Returns the code typed or pasted into a `CodeField`, without spaces: codes are often shown in groups. */
export function readCode(form: FormData): string {
  return String(form.get('code')).replace(/\s/g, '');
}

/** A new password and its confirmation, named "password" and "confirmation". */
export function NewPasswordFields({ label }: { label: string }) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        descriptiveText={texts.passwordHint}
        isRequired
      />
      <PasswordField label={texts.confirmPassword} name="confirmation" autoComplete="new-password" isRequired />
    </>
  );
}

/** A hidden field that links the new password to the account in password managers. */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="hidden" name="username" autoComplete="username" value={email} readOnly />;
}

interface SubmitButtonProps {
  readonly label: string;
  /** Shown instead of `label` while the form is sent. */
  readonly busyLabel: string;
  readonly busy: boolean;
}

/** The main button of a form. It stays focusable while busy, so the keyboard keeps its place. */
export function SubmitButton({ label, busyLabel, busy }: SubmitButtonProps) {
  return (
    <Button type="submit" variation="primary" isFullWidth aria-disabled={busy}>
      {busy ? busyLabel : label}
    </Button>
  );
}
