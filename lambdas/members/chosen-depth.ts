import { fromMetres, type Micrometres, toMetres } from '../../shared/rules/depth.ts';
import { InvalidInput } from '../platform/errors.ts';

/** Micrometres in a centimetre, the unit of depths on pages. */
const CENTIMETRE = fromMetres(0.01);

/**
 * Returns the depth that an author has chosen for content; undefined without a choice. An author can choose any depth
 * from 0 m to their own, and 0 m even if a refund has left them below it. See docs/product.md#visibility.
 *
 * A concurrent refund can lower the author's depth before the content is stored. The content then stays at the chosen
 * depth, like content that was published before the refund.
 *
 * @param author - the author's current depth
 * @param metres - the choice in a request
 * @throws InvalidInput if the choice is above the author and above 0 m
 */
export function parseChosenDepth(
  author: { readonly depth: Micrometres },
  metres: number | undefined,
): Micrometres | undefined {
  if (metres === undefined) return undefined;

  const depth = fromMetres(metres);
  const maxDepth = Math.max(0, author.depth);
  if (depth > maxDepth) {
    // Rounded down, so that the member can choose the stated maximum.
    const limit = toMetres(Math.floor(maxDepth / CENTIMETRE) * CENTIMETRE);
    throw new InvalidInput({ reason: 'field', path: ['depth'], rule: 'max', limit, unit: 'metres' });
  }

  return depth;
}
