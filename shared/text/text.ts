/**
 * How people's texts are counted and cleaned. The browser's live counts and the API's limits both ask here, so that
 * they agree on every character.
 */

/** Characters that nobody sees: white space, controls, zero-width and other format characters, blank fillers. */
const INVISIBLE = /[\s\p{C}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|[\u17B4\u17B5]|[\uFE00-\uFE0F]/gu;

/** Controls, but for the line feed and the tab. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/** Marks that turn the direction of everything that follows them. */
const DIRECTION_OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/gu;

/** The length of a text in characters, as people count them (Unicode code points, not UTF-16 units). */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** Whether a text shows nothing at all, though it may hold characters: spaces, zero-width joiners, and the like. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '') === '';
}

/** A text of several lines as it is stored: composed, its lines ended alike, without controls, trimmed. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').normalize('NFC').trim();
}

/** A text of one line as it is stored: as {@link cleanText}, with any run of white space as one space. */
export function cleanLine(text: string): string {
  return cleanText(text.replace(DIRECTION_OVERRIDES, '')).replace(/\s+/g, ' ');
}
