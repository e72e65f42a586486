import { useId } from 'react';
import { type DepthRange, hasDepthChoice, parseDepth } from '../platform/text/parse-depth.ts';
import './depth-choice.css';
import './writing/fields.css';

/** The smallest maximum that two decimals can show, in metres. */
const MIN_SHOWN_METRES = 0.01;

/** Formats a maximum in metres with two decimals. Rounds down, so that the shown number is allowed. */
function formatMaximum(metres: number): string {
  // Tolerates a hundredth of a micrometre: 0.29 * 100 is less than 29.
  return (Math.floor(metres * 100 + 1e-6) / 100).toFixed(2);
}

export const depthTexts = {
  label: 'Visible from depth (m)',
  ownDepth: (depth: number) => `Your depth: ${formatMaximum(depth)}`,
  currentDepth: (depth: number) => `Current depth: ${depth}`,
  hint: 'Members at this depth or above can see it.',
  optional: 'Leave empty for your own depth.',
  invalid: (ownDepth: number) =>
    ownDepth < MIN_SHOWN_METRES ? 'Choose 0 m.' : `Choose 0 to ${formatMaximum(ownDepth)} m.`,
};

interface DepthChoiceProps extends DepthRange {
  /** The typed text. See `parseDepth`. */
  readonly text: string;
  readonly readOnly?: boolean;
  readonly onType: (text: string) => void;
}

/**
 * The field for the depth of the member's content. Shows nothing if there is no choice: see `hasDepthChoice`.
 *
 * It is a text field, because a number field reports a malformed number as an empty text, which means the own depth.
 */
export default function DepthChoice({ text, ownDepth, currentDepth, readOnly = false, onType }: DepthChoiceProps) {
  const id = useId();
  if (!hasDepthChoice({ ownDepth, currentDepth })) return null;

  const isNew = currentDepth === undefined;
  const isInvalid = parseDepth(text, { ownDepth, currentDepth }) === 'invalid';

  return (
    <div className="depth-choice">
      <label htmlFor={id}>{depthTexts.label}</label>
      <input
        id={id}
        className="text-field"
        name="depth"
        inputMode="decimal"
        autoComplete="off"
        placeholder={isNew ? depthTexts.ownDepth(ownDepth) : depthTexts.currentDepth(currentDepth)}
        value={text}
        readOnly={readOnly}
        aria-invalid={isInvalid}
        aria-describedby={`${id}hint ${id}problem`}
        onChange={({ target }) => onType(target.value)}
      />
      <span id={`${id}hint`} className="soft">
        {depthTexts.hint} {isNew && depthTexts.optional}
      </span>
      <div role="alert" id={`${id}problem`}>
        {isInvalid && <p className="card-problem">{depthTexts.invalid(ownDepth)}</p>}
      </div>
    </div>
  );
}
