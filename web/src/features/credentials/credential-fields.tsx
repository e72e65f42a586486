import { Button, PasswordField, TextField } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import { type FieldName, InvalidFieldError } from './form-problem.ts';
import { problemTexts } from './problem-texts.ts';
import { texts } from './texts.ts';

/** Returns the properties of an Amplify field that show its error. `useAttempt` returns this function. */
type GetErrorProps = (name: FieldName) => { readonly hasError: boolean; readonly errorMessage: ReactNode };

interface EmailFieldProps {
  readonly defaultValue?: string;
  /** Whether the field takes the focus when it appears. By default, it doesn't. */
  readonly takesFocus?: boolean;
}

/** The email field, named "email". Password managers treat it as the user name. */
export function EmailField({ defaultValue = '', takesFocus = false }: EmailFieldProps) {
  return (
    <TextField
      label={texts.email}
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={defaultValue}
      autoFocus={takesFocus}
      isRequired
    />
  );
}

/** Returns the email typed into an `EmailField`. */
export function readEmail(form: FormData): string {
  return String(form.get('email')).trim();
}

interface CodeFieldProps {
  readonly getErrorProps: GetErrorProps;
  /** Whether the field takes the focus when it appears. By default, it does, because its form replaces another one. */
  readonly takesFocus?: boolean;
}

/** The field for a code from an email or an authenticator app, named "code". */
export function CodeField({ getErrorProps, takesFocus = true }: CodeFieldProps) {
  return (
    <TextField
      label={texts.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      isRequired
      autoFocus={takesFocus}
      {...getErrorProps('code')}
    />
  );
}

/**
 * Returns the code typed or pasted into a `CodeField`, without spaces: codes are often shown in groups.
 *
 * @throws InvalidFieldError if the code doesn't have six digits
 */
export function readCode(form: FormData): string {
  const code = String(form.get('code')).replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) throw new InvalidFieldError('code', problemTexts.codeNotSixDigits);

  return code;
}

/** A new password and its confirmation, named "password" and "confirmation". */
export function NewPasswordFields({ label, getErrorProps }: { label: string; getErrorProps: GetErrorProps }) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        descriptiveText={texts.passwordHint}
        isRequired
        {...getErrorProps('password')}
      />
      <PasswordField
        label={texts.confirmPassword}
        name="confirmation"
        autoComplete="new-password"
        isRequired
        {...getErrorProps('confirmation')}
      />
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
  readonly isBusy: boolean;
}

/** The main button of a form. It stays focusable while busy, so that it keeps the focus. */
export function SubmitButton({ label, busyLabel, isBusy }: SubmitButtonProps) {
  return (
    <Button type="submit" variation="primary" isFullWidth aria-disabled={isBusy}>
      {isBusy ? busyLabel : label}
    </Button>
  );
}
