import type { ClipboardEvent, RefObject } from 'react';
import { isSendShortcut } from './measure-text.ts';
import { useGrowingField } from './use-growing-field.ts';

interface WritingAreaProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly rows: number;
  readonly value: string;
  /** Whether the text exceeds its limit. */
  readonly isTooLong: boolean;
  readonly readOnly: boolean;
  readonly placeholder: string;
  readonly label: string;
  /** The ID of the field's `CharacterCount`. */
  readonly countId: string;
  readonly onType: (text: string) => void;
  readonly onPaste?: (event: ClipboardEvent) => void;
  /** Called on the shortcut. */
  readonly onSend: () => void;
}

/** The text field of a post or a comment. Enter starts a new line; Control+Enter or Meta+Enter sends. */
export function WritingArea(props: WritingAreaProps) {
  const { field, rows, value, isTooLong, readOnly, placeholder, label, countId, onType, onPaste, onSend } = props;
  useGrowingField(field, value);

  return (
    <textarea
      ref={field}
      className="text-field"
      rows={rows}
      dir="auto"
      value={value}
      readOnly={readOnly}
      placeholder={placeholder}
      aria-label={label}
      aria-describedby={countId}
      aria-invalid={isTooLong}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      onChange={({ target }) => onType(target.value)}
      onPaste={onPaste}
      onKeyDown={(event) => {
        if (isSendShortcut(event)) onSend();
      }}
    />
  );
}
