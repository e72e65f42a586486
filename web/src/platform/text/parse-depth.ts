/**
 * Digits, with an optional fraction after a point or a comma. A fraction after a comma has at most two digits, because
 * "1,234" could also mean thousands.
 */
const DEPTH = /^(?:\d+\.?\d*|\.\d+|\d+,\d{0,2})$/;

/** The depths that limit a choice, in metres. */
export interface DepthRange {
  /** The member's own depth: the maximum. */
  readonly ownDepth: number;
  /** The present depth of the content. Missing for new content. */
  readonly currentDepth?: number | undefined;
}

/**
 * Parses the depth that a member has typed for content. "1,5" means 1.5.
 *
 * Returns undefined if the member has chosen nothing: the text is empty, or names the current depth. A current depth
 * above the member's own is valid, because the member's depth may have dropped. At 0 m, there is no choice.
 *
 * @returns metres, undefined, or `invalid`
 */
export function parseDepth(text: string, { ownDepth, currentDepth }: DepthRange): number | undefined | 'invalid' {
  const trimmedText = text.trim();
  if (trimmedText === '' || ownDepth <= 0) return undefined;
  if (!DEPTH.test(trimmedText)) return 'invalid';

  const metres = Number(trimmedText.replace(',', '.'));
  if (metres === currentDepth) return undefined;
  return metres <= ownDepth ? metres : 'invalid';
}
