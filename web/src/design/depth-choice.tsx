import { useId } from 'react';
import { formatMetres } from '../platform/text/format-depth.ts';
import { type DepthRange, hasDepthChoice, parseDepth } from '../platform/text/parse-depth.ts';
import './depth-choice.css';
import './writing/fields.css';

/** Formats the own depth with two decimals, as on the rest of the page. `parseDepth` accepts this number. */
const formatOwnDepth = (metres: number) => formatMetres(Math.max(0, metres));

/** Returns the problem of a depth that the member can't choose. */
function describeChoice(ownDepth: number): string {
  const maximum = formatOwnDepth(ownDepth);
  return maximum === '0.00' ? 'Choose 0 m.' : `Choose 0 to ${maximum} m.`;
}

export const depthTexts = {
  label: 'Visible from depth (m)',
  ownDepth: (depth: number) => `Your depth: ${formatOwnDepth(depth)}`,
  currentDepth: (depth: number) => `Current depth: ${depth}`,
  hint: 'Members at this depth or above can see it.',
  optional: 'Leave empty for your own depth.',
  invalid: describeChoice,
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
