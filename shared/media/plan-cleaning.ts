/**
 * Finds hidden metadata in a file and plans its removal, for the page and the server. See
 * docs/adr/0040-hidden-metadata.md.
 */

import { type ByteSource, withReadAhead } from './byte-source.ts';
import { isCleanable, TYPE_SAMPLE_BYTES, toCleanableType } from './cleanable-types.ts';
import { type CleaningOptions, type CleaningPlan, keepWhole, planWith } from './cleaning-plan.ts';
import { planByRanges } from './plan-by-ranges.ts';

/**
 * Plans the removal of hidden metadata without changing pixels, frames, or samples. The bytes decide the format,
 * because browsers and cameras name types wrongly.
 *
 * Broken files don't throw: their plan is `unreadable`. Errors of `source` do.
 *
 * @param declared canonical media type. A file stays as it is if nothing cleans the type that `toCleanableType` returns.
 */
export async function planCleaning(
  source: ByteSource,
  declared: string,
  options: CleaningOptions,
): Promise<CleaningPlan> {
  const buffered = withReadAhead(source);
  const head = await buffered.read(0, Math.min(TYPE_SAMPLE_BYTES, source.size));
  const contentType = toCleanableType(declared, head);
  if (!isCleanable(contentType)) return keepWhole(source.size);

  const plan = await planByRanges(buffered, contentType, options);
  if (plan) return plan;

  const { cleanPdf } = await import('./pdf.ts');
  return planWith(cleanPdf, buffered, options);
}
