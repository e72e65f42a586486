import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { twoStepTexts } from './two-step-texts.ts';

/** A button that copies a text, and shows the result. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [result, setResult] = useState('');

  async function copy(): Promise<void> {
    const wasCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setResult(wasCopied ? twoStepTexts.copied : twoStepTexts.copyFailed);
  }

  return (
    <>
      <Button size="small" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className="soft">
        {result}
      </span>
    </>
  );
}
