import { type RefObject, useId } from 'react';
import { MAX_PURCHASE_METRES, MIN_PURCHASE_METRES, PURCHASE_STEP_METRES } from '../../../../shared/rules/prices.ts';
import '../../design/writing/fields.css';
import { texts } from './texts.ts';

interface CustomDepthProps {
  readonly label: string;
  readonly text: string;
  readonly disabled: boolean;
  /** Why this depth can't be bought, if so. */
  readonly problem: string | undefined;
  /** The form that Enter submits, if any. */
  readonly formId: string | undefined;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onTextChange: (text: string) => void;
}

/** The input for a depth other than the packages. */
export function CustomDepth({ label, text, disabled, problem, formId, input, onTextChange }: CustomDepthProps) {
  const id = useId();

  return (
    <div className="custom-depth">
      <label htmlFor={`${id}depth`}>{label}</label>
      <div className="custom-depth__field">
        <input
          ref={input}
          id={`${id}depth`}
          className="text-field"
          type="number"
          name="customDepth"
          inputMode="decimal"
          min={MIN_PURCHASE_METRES}
          max={MAX_PURCHASE_METRES}
          step={PURCHASE_STEP_METRES}
          autoComplete="off"
          form={formId}
          disabled={disabled}
          value={text}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}${problem ? 'problem' : 'hint'}`}
          // React fires no change event for a lone "-": the text changes, but the value stays empty. `onChange` is only
          // there because React requires it for an input with a value.
          onInput={({ currentTarget }) => onTextChange(currentTarget.value)}
          onChange={() => {}}
        />
        <span aria-hidden="true">m</span>
      </div>
      <p id={`${id}hint`} className="soft custom-depth__hint" hidden={problem !== undefined}>
        {texts.customHint}
      </p>
      <div role="alert" id={`${id}problem`}>
        {problem && <p className="card-problem">{problem}</p>}
      </div>
    </div>
  );
}
