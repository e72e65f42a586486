import { type ByteSource, withReadAhead } from './byte-source.ts';
import { type Cleaner, type CleaningOptions, type CleaningPlan, keepUnreadable, planWith } from './cleaning-plan.ts';
import { type MediaFormat, SNIFFED_BYTES, sniffFormat } from './sniff-format.ts';

/** The modules of the formats. A page downloads only those of the files that it uploads. */
const CLEANERS: Readonly<Record<Exclude<MediaFormat, 'pdf'>, () => Promise<Cleaner>>> = {
  jpeg: async () => (await import('./jpeg.ts')).cleanJpeg,
  png: async () => (await import('./png.ts')).cleanPng,
  webp: async () => (await import('./webp.ts')).cleanWebp,
  gif: async () => (await import('./gif.ts')).cleanGif,
  iso: async () => (await import('./iso-media.ts')).cleanIsoMedia,
  mp3: async () => (await import('./mp3.ts')).cleanMp3,
};

/**
 * Plans the cleaning of a file like `planCleaning`, unless it is a PDF, which a large library reads as a whole. A
 * function that imports only this module doesn't have that library in its bundle.
 *
 * @returns undefined for a PDF
 */
export async function planByRanges(
  source: ByteSource,
  contentType: string,
  options: CleaningOptions,
): Promise<CleaningPlan | undefined> {
  const bufferedSource = withReadAhead(source);
  const format = sniffFormat(await bufferedSource.read(0, Math.min(SNIFFED_BYTES, source.size)), contentType);
  if (format === 'pdf') return undefined;
  return format ? planWith(await CLEANERS[format](), bufferedSource, options) : keepUnreadable(source.size);
}
