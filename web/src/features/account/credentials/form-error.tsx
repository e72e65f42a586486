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
