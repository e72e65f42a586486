import { type ReactNode, useEffect, useId, useRef } from 'react';
import { FormSuccess } from '../../../design/form-result.tsx';

interface SectionProps {
  readonly title: string;
  /** The open step. When it closes, the heading gets the focus, because the focused button has disappeared. */
  readonly step?: string | undefined;
  /** The text that says what the last action has changed. */
  readonly resultText?: string | undefined;
  readonly children: ReactNode;
}

/** A section of the settings. */
export function Section({ title, step, resultText, children }: SectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const lastStep = useRef(step);

  useEffect(() => {
    if (lastStep.current && !step) heading.current?.focus();
    lastStep.current = step;
  }, [step]);

  return (
    <section className="security__section" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <FormSuccess text={resultText} />
      {children}
    </section>
  );
}
