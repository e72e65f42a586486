import { Alert } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';

interface FormErrorProps {
  readonly text: string | undefined;
  /** What to do about the error, after its text. */
  readonly children?: ReactNode;
}

/**
 * Shows the error of a form. Screen readers read it when it appears, because the outer element is always rendered. They
 * read it once, because the inner alert has no role.
 */
export function FormError({ text, children }: FormErrorProps) {
  return (
    <div role="alert">
      {text && (
        <Alert variation="error" role="none">
          {text} {children}
        </Alert>
      )}
    </div>
  );
}

/** Shows the success message of a form, as a status that screen readers read once. */
export function FormSuccess({ text, className }: { text: string | undefined; className?: string }) {
  return (
    <div role="status" className={className}>
      {text && (
        <Alert variation="success" role="none">
          {text}
        </Alert>
      )}
    </div>
  );
}
