import type { ByteSource } from '../../shared/media/byte-source.ts';
import { limitReads } from './bounded-source.ts';
import type { MediaInfo } from './media-info.ts';
import { readPictureSize } from './read-picture-size.ts';
import { readInThread } from './timed-media.ts';

/** Limits of the reads of a file. 300 range requests to S3 take about 10 s. */
const LIMITS = { requests: 300, bytes: 128 * 1024 * 1024, seconds: 20 };

/**
 * Returns the facts that a file states about its content: the size of a picture, the length of a video, the pages of a
 * PDF. Returns fewer or no facts of a broken or hostile file.
 *
 * @throws the errors of `source.read`, after which the caller should try again
 */
export async function readMediaInfo(source: ByteSource, contentType: string): Promise<MediaInfo> {
  const read = findReader(contentType);
  if (!read || source.size === 0) return {};

  let failure: { readonly error: unknown } | undefined;
  const observedSource: ByteSource = {
    size: source.size,
    read: (start, end) =>
      source.read(start, end).catch((error: unknown) => {
        failure ??= { error };
        throw error;
      }),
  };
  const info = await read(limitReads(observedSource, LIMITS)).catch(() => ({}));
  // A reader may return some facts after a failed read. But after an error of the storage, the caller must try again.
  if (failure) throw failure.error;

  return info;
}

function findReader(contentType: string): ((source: ByteSource) => Promise<MediaInfo>) | undefined {
  if (contentType.startsWith('image/')) return readPictureSize;
  if (/^(video|audio)\//.test(contentType)) return readInThread;
  return contentType === 'application/pdf' ? readPages : undefined;
}

async function readPages(source: ByteSource): Promise<MediaInfo> {
  // The reader of PDFs is large, so it is loaded only for PDFs.
  const { countPdfPages } = await import('../../shared/media/pdf.ts');
  const pages = await countPdfPages(source);
  return pages ? { pages } : {};
}
