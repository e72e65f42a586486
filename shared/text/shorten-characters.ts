/**
 * Maximum code points of one character, as readers see it (a grapheme cluster). The longest emoji have 10 code points,
 * and the longest syllables of Tibetan and Sanskrit 11.
 */
export const MAX_CHARACTER_LENGTH = 12;

/** Matches every text with a longer character: only its first or its last code point can be below U+0300. */
const MAY_HAVE_LONG_CHARACTER = /[\u0300-\u{10FFFF}]{12}/u;

/** Created on first use, because few texts need it. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Removes what exceeds {@link MAX_CHARACTER_LENGTH} from each character of a text.
 *
 * Browsers don't break a line inside a character, and stack its marks. So a letter with hundreds of marks makes the page
 * wider than the window, or covers the posts of other members. Joined emoji and some scripts can do the same.
 *
 * @param text - in Unicode form C; the result is in this form too
 */
export function shortenCharacters(text: string): string {
  if (!MAY_HAVE_LONG_CHARACTER.test(text)) return text;

  let result = '';
  let lastShortened: string | undefined;
  for (const character of splitCharacters(text)) {
    // A few characters would join a shortened one before them, and make it too long again.
    if (lastShortened !== undefined && splitCharacters(lastShortened + character)[0] !== lastShortened) continue;

    const shortCharacter = shortenCharacter(character);
    lastShortened = shortCharacter === character ? undefined : shortCharacter;
    result += shortCharacter;
  }

  return result;
}

/** Keeps the last code point, because it determines whether the next character joins this one. */
function shortenCharacter(character: string): string {
  const codePoints = [...character];
  if (codePoints.length <= MAX_CHARACTER_LENGTH) return character;

  const first = codePoints.slice(0, MAX_CHARACTER_LENGTH - 1);
  return [...first, codePoints.at(-1)].join('').normalize('NFC');
}

function splitCharacters(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
