/**
 * Counts and cleans members' texts. Both the browser's live counters and the API's limits use these functions, so that
 * they agree.
 */
import { shortenCharacters } from './shorten-characters.ts';

/**
 * Invisible characters: white space, controls, and the blank symbols of Braille, musical notes, and hieroglyphs. Also
 * everything that Unicode tells programs to ignore in display, such as zero-width characters, fillers, and all variation
 * selectors.
 */
const INVISIBLE = /[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{13441}\u{13442}]/gu;

/** Control characters except line feed and tab. */
const CONTROL_CHARACTERS = /(?![\n\t])\p{Cc}/gu;

/** Marks that embed, override, or isolate a direction. An unclosed mark could reorder the text that follows. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Marks with a direction and no width (LRM, RLM, ALM). Names that differ only in them would look the same. */
const DIRECTION_MARKS = /[\u200E\u200F\u061C]/gu;

/** Returns the length of a text in Unicode code points, not UTF-16 units. */
export function countCodePoints(text: string): number {
  return [...text].length;
}

/** Returns the size of a text in JSON, in bytes of UTF-8 and without the quotes around the text. */
export function countJsonBytes(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length - 2;
}

/** Returns whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '') === '';
}

/**
 * Cleans a multi-line text for storage: NFC, LF line breaks, no control characters or direction overrides, no piles of
 * marks, trimmed. It keeps direction marks, which right-to-left texts need next to punctuation.
 */
export function cleanText(text: string): string {
  const allowedText = text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL_CHARACTERS, '')
    .replace(DIRECTION_CONTROLS, '')
    .normalize('NFC');
  return shortenCharacters(allowedText).trim();
}

/** Cleans a single-line text for storage: like {@link cleanText}, with white space collapsed and no direction marks. */
export function cleanLine(text: string): string {
  // Removes marks first, because `cleanText` doesn't trim a space before a mark at the end.
  return cleanText(text.replace(DIRECTION_MARKS, '')).replace(/\s+/g, ' ');
}
