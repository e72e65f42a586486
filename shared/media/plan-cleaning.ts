import { type ByteSource, withReadAhead } from './byte-source.ts';
import { isCleanable, TYPE_SAMPLE_BYTES, toCleanableType } from './cleanable-types.ts';
import { type CleaningOptions, type CleaningPlan, keepWhole, planWith } from './cleaning-plan.ts';
import { planByRanges } from './plan-by-ranges.ts';

/**
 * Plans the removal of hidden metadata without changing pixels, frames, or samples. For the page and the server. The
 * bytes decide the format, because browsers and cameras declare wrong types. See docs/adr/0040-hidden-metadata.md.
 *
 * Doesn't throw for broken files: their plan is `unreadable`. Throws the errors of `source`.
 *
 * @param declaredType the canonical media type that the client has declared; a file stays unchanged if
 *   `toCleanableType` returns a type without a cleaner
 */
export async function planCleaning(
  source: ByteSource,
  declaredType: string,
  options: CleaningOptions,
): Promise<CleaningPlan> {
  const bufferedSource = withReadAhead(source);
  const head = await bufferedSource.read(0, Math.min(TYPE_SAMPLE_BYTES, source.size));
  const contentType = toCleanableType(declaredType, head);
  if (!isCleanable(contentType)) return keepWhole(source.size);

  const plan = await planByRanges(bufferedSource, contentType, options);
  if (plan) return plan;

  const { cleanPdf } = await import('./pdf.ts');
  return planWith(cleanPdf, bufferedSource, options);
}
