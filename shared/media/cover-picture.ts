import { fromBytes, withReadAhead } from './byte-source.ts';
import { type CleaningOptions, planWith, type RemovedKind, readCleaned } from './cleaning-plan.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { SNIFFED_BYTES, sniffFormat } from './sniff-format.ts';

/** A cleaned picture inside another file, such as a song's cover. */
interface CleanedCover {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly removed: ReadonlySet<RemovedKind>;
}

/** Returns a picture without hidden metadata, or undefined if it isn't a readable JPEG or PNG. */
export async function cleanCover(
  picture: Uint8Array<ArrayBuffer>,
  options: CleaningOptions,
): Promise<CleanedCover | undefined> {
  const format = sniffFormat(picture.subarray(0, SNIFFED_BYTES), '');
  if (format !== 'jpeg' && format !== 'png') return undefined;

  const source = withReadAhead(fromBytes(picture));
  const plan = await planWith(format === 'jpeg' ? cleanJpeg : cleanPng, source, options);
  if (plan.unreadable) return undefined;

  const bytes = new Uint8Array(plan.size);
  let position = 0;
  for await (const chunk of readCleaned(source, plan)) {
    bytes.set(chunk, position);
    position += chunk.length;
  }

  return { bytes, removed: plan.removed };
}
