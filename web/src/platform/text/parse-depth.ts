import { formatMetres } from './format-depth.ts';

/**
 * Digits, with an optional fraction after a point or a comma. A fraction after a comma has at most two digits, because
 * "1,234" could also mean thousands.
 */
const DEPTH = /^(?:\d+\.?\d*|\.\d+|\d+,\d{0,2})$/;

/** The depths that limit a choice, in metres. */
export interface DepthRange {
  /** The member's own depth: the maximum, or 0 m if it is below 0 m. */
  readonly ownDepth: number;
  /** The present depth of the content. Missing for new content. */
  readonly currentDepth?: number | undefined;
}

/**
 * Returns whether the member can choose a depth. New content of a member at 0 m has no choice. Content above 0 m always
 * has one: it can be lowered to 0 m.
 */
export function hasDepthChoice({ ownDepth, currentDepth = 0 }: DepthRange): boolean {
  return ownDepth > 0 || currentDepth > 0;
}

/**
 * Parses the depth that a member has typed for content. "1,5" means 1.5. The own depth as the page shows it, with two
 * decimals, is valid even if it is rounded up. It then means the exact own depth.
 *
 * Returns undefined if the member has chosen nothing: the text is empty, or names the current depth, or there is no
 * choice. A current depth above the member's own, or below 0 m, is valid, because the member's depth may have changed.
 *
 * @returns metres, undefined, or `invalid`
 */
export function parseDepth(text: string, range: DepthRange): number | undefined | 'invalid' {
  const { ownDepth, currentDepth } = range;
  const trimmedText = text.trim();
  if (trimmedText === '' || trimmedText === String(currentDepth) || !hasDepthChoice(range)) return undefined;
  if (!DEPTH.test(trimmedText)) return 'invalid';

  const typedMetres = Number(trimmedText.replace(',', '.'));
  const maximum = Math.max(0, ownDepth);
  const isShownMaximum = typedMetres === Number(formatMetres(maximum));
  const metres = isShownMaximum ? Math.min(typedMetres, maximum) : typedMetres;
  if (typedMetres === currentDepth || metres === currentDepth) return undefined;

  return metres <= maximum ? metres : 'invalid';
}
