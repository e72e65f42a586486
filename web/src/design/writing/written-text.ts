import { cleanText, isBlank, lengthOf } from '../../../../shared/text/text.ts';

/** What can be said of a text while it is written, as the API will count it. */
export interface WrittenText {
  /** As it would be stored. */
  readonly clean: string;
  readonly length: number;
  /** How many characters it is too long. */
  readonly over: number;
  readonly blank: boolean;
  /** Whether it can be sent. */
  readonly sendable: boolean;
}

/** Measures a text against its limit. */
export function measure(text: string, limit: number): WrittenText {
  const clean = cleanText(text);
  const length = lengthOf(clean);
  const blank = isBlank(clean);
  return { clean, length, over: Math.max(0, length - limit), blank, sendable: !blank && length <= limit };
}

/** Whether a key press asks to send what was written. */
export function asksToSend(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey);
}
