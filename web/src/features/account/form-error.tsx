import { Alert } from '@aws-amplify/ui-react';

/** An error of a form, read out when it appears. */
export function FormError({ text }: { text: string | undefined }) {
  return <div role="alert">{text && <Alert variation="error">{text}</Alert>}</div>;
}
