import { thumbHashToAverageRGBA } from 'thumbhash';

/**
 * Returns the average colour of a ThumbHash as a CSS colour, or undefined if the text isn't Base64.
 *
 * A ThumbHash is a few bytes that encode a blurred version of a picture.
 */
export function computePlaceholderColour(placeholder: string): string | undefined {
  const bytes = decodeBase64(placeholder);
  if (!bytes) return undefined;

  // The channels are from 0 to 1.
  const { r, g, b, a } = thumbHashToAverageRGBA(bytes);
  const channels = [r, g, b].map((channel) => Math.round(channel * 255));
  return `rgb(${channels.join(' ')} / ${Number(a.toFixed(2))})`;
}

/** Returns the bytes of a Base64 text, or undefined if it isn't Base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
