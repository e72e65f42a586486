import { Alert } from '@aws-amplify/ui-react';

/** An error of a form, read out when it appears: once, so the alert within is none of its own. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <div role="alert">
      {text && (
        <Alert variation="error" role="none">
          {text}
        </Alert>
      )}
    </div>
  );
}

/** What a form has achieved, read out when there is time: once, so the alert within is none of its own. */
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
