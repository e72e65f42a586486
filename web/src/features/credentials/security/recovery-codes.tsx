import { Button } from '@aws-amplify/ui-react';
import { useEffect, useId, useRef } from 'react';
import { LeaveGuard } from '../../../design/leave-guard.tsx';
import { CopyButton } from './copy-button.tsx';
import { twoStepTexts } from './two-step-texts.ts';

/** How long the file stays available to the browser, in milliseconds. */
const FILE_URL_LIFE_MS = 10_000;

interface RecoveryCodesProps {
  readonly email: string;
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** The recovery codes, which are shown once. Leaving the page before they are saved requires a confirmation. */
export function RecoveryCodes({ email, codes, onSaved }: RecoveryCodesProps) {
  const headingId = useId();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const fileText = `${twoStepTexts.fileHeading(email)}\n\n${codes.join('\n')}\n`;

  // The heading takes the focus, because the form that had it has disappeared.
  useEffect(() => headingRef.current?.focus(), []);

  return (
    <section className="form" aria-labelledby={headingId}>
      <LeaveGuard isActive {...twoStepTexts.leaveCodes} />
      <h3 id={headingId} ref={headingRef} tabIndex={-1}>
        {twoStepTexts.recoveryHeading}
      </h3>
      <p>{twoStepTexts.recoveryLead}</p>
      <ol className="security__codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="button-row security__save">
        <CopyButton label={twoStepTexts.copyCodes} text={codes.join('\n')} />
        <Button size="small" onClick={() => saveAsTextFile(fileText)}>
          {twoStepTexts.download}
        </Button>
      </div>
      <Button variation="primary" onClick={onSaved}>
        {twoStepTexts.codesSaved}
      </Button>
    </section>
  );
}

/** Lets the browser download a text as a file. */
function saveAsTextFile(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));

  const link = document.createElement('a');
  link.href = url;
  link.download = twoStepTexts.fileName;
  link.click();

  // Waits, because some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), FILE_URL_LIFE_MS);
}
