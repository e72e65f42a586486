import { cleanText, countCodePoints, isBlank } from '../../../../shared/text/text.ts';

/** A text's measurements while it is typed. The API counts in the same way. */
export interface TextMeasurement {
  /** The text as it would be stored. */
  readonly clean: string;
  /** The number of characters in `clean`. */
  readonly length: number;
  /** The number of characters above the limit, or 0. */
  readonly over: number;
  readonly isBlank: boolean;
  /** Whether the text is neither blank nor too long. */
  readonly isSendable: boolean;
}

/** Measures a text against a limit in characters. */
export function measureText(text: string, limit: number): TextMeasurement {
  const clean = cleanText(text);
  const length = countCodePoints(clean);
  const isBlankText = isBlank(clean);

  return {
    clean,
    length,
    over: Math.max(0, length - limit),
    isBlank: isBlankText,
    isSendable: !isBlankText && length <= limit,
  };
}

/** Returns whether a key press is Control+Enter or Meta+Enter. */
export function isSendShortcut(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey);
}
