/**
 * Finds hidden metadata in a file and plans its removal, for the page and the server. See
 * docs/adr/0040-hidden-metadata.md.
 */

import { type ByteSource, withReadAhead } from './byte-source.ts';
import { isCleanable } from './cleanable-types.ts';
import { type CleaningOptions, type CleaningPlan, keepWhole, planWith } from './cleaning-plan.ts';
import { planByRanges } from './plan-by-ranges.ts';

/**
 * Plans the removal of hidden metadata without changing pixels, frames, or samples. The bytes decide the format,
 * because browsers and cameras name types wrongly.
 *
 * Broken files don't throw: their plan is `unreadable`. Errors of `source` do.
 *
 * @param contentType canonical media type. Files of other types than those of `isCleanable` stay as they are.
 */
export async function planCleaning(
  source: ByteSource,
  contentType: string,
  options: CleaningOptions,
): Promise<CleaningPlan> {
  if (!isCleanable(contentType)) return keepWhole(source.size);
  const plan = await planByRanges(source, contentType, options);
  if (plan) return plan;
  const { cleanPdf } = await import('./pdf.ts');
  return planWith(cleanPdf, withReadAhead(source), options);
}
