import type { CSSProperties } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import { decodeBase64 } from '../../card/placeholder-colour.ts';

/** Maximum number of cached placeholders, of 4 KB each. The least recently used one is dropped. */
const MAX_CACHED = 200;

/**
 * The styles of decoded placeholders. The least recently used one is first.
 *
 * Decoding takes as long as rendering a card, and the same cards come into view repeatedly.
 */
const styleCache = new Map<string, CSSProperties>();

/** Returns a style that shows a ThumbHash in Base64 as a blurred picture. */
export function buildBlurredPlaceholder(placeholder: string): CSSProperties {
  const style = styleCache.get(placeholder) ?? decode(placeholder);

  // Moves the placeholder to the end.
  styleCache.delete(placeholder);
  styleCache.set(placeholder, style);

  const [oldestKey] = styleCache.keys();
  if (styleCache.size > MAX_CACHED && oldestKey !== undefined) styleCache.delete(oldestKey);

  return style;
}

/** Returns the style of a placeholder. Empty if the placeholder is invalid. */
function decode(placeholder: string): CSSProperties {
  const bytes = decodeBase64(placeholder);
  return bytes ? { backgroundImage: `url(${thumbHashToDataURL(bytes)})` } : {};
}
