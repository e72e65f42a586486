import type { ByteSource } from '../../shared/media/byte-source.ts';
import { limitReads } from './bounded-source.ts';
import type { MediaInfo } from './media-info.ts';
import { readPictureSize } from './read-picture-size.ts';
import { readTimedMediaInThread } from './timed-media.ts';

/** Limits of the reads of one file. 300 range requests to S3 take about 10 s. */
const READ_LIMITS = { requests: 300, bytes: 128 * 1024 * 1024, seconds: 20 };

/**
 * Returns the attributes that a file states about its content: the size of a picture, the duration of a video, the
 * number of pages of a PDF. Returns fewer attributes, or none, if the file is broken or hostile, and none for other
 * types.
 *
 * @throws the errors of `source.read`, after which the caller should try again
 */
export async function readMediaInfo(source: ByteSource, contentType: string): Promise<MediaInfo> {
  const readInfo = findReader(contentType);
  if (!readInfo || source.size === 0) return {};

  // An object, because an error can be any value, even undefined.
  let storageFailure: { readonly error: unknown } | undefined;
  const observedSource: ByteSource = {
    size: source.size,
    read: (start, end) =>
      source.read(start, end).catch((error: unknown) => {
        storageFailure ??= { error };
        throw error;
      }),
  };

  const info = await readInfo(limitReads(observedSource, READ_LIMITS)).catch(() => ({}));
  // A reader may return some attributes after a failed read. They are incomplete, so the caller must try again.
  if (storageFailure) throw storageFailure.error;

  return info;
}

/** Returns the function that reads the attributes of files of a type; undefined for types without attributes. */
function findReader(contentType: string): ((source: ByteSource) => Promise<MediaInfo>) | undefined {
  if (contentType.startsWith('image/')) return readPictureSize;
  if (/^(video|audio)\//.test(contentType)) return readTimedMediaInThread;
  return contentType === 'application/pdf' ? readPages : undefined;
}

async function readPages(source: ByteSource): Promise<MediaInfo> {
  // The reader of PDFs is large, so it is loaded only for PDFs.
  const { countPdfPages } = await import('../../shared/media/pdf.ts');
  const pages = await countPdfPages(source);
  return pages ? { pages } : {};
}
