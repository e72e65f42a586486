import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { fileKindFor } from '../file-kind.ts';

/**
 * How long to wait for the media of the viewer's own file, in milliseconds. The wait must end, because some files never
 * get a thumbnail, such as a video whose frames the browser couldn't draw.
 */
const PROCESSING_WAIT_MS = 120_000;

/** The fields that show whether a file is processed. */
type ProcessingFields = Pick<ListedFile, 'scanning' | 'contentType' | 'lastModified' | 'userId' | 'media'>;

/**
 * Returns whether a file is still being processed: it is being scanned for malware, or it is the viewer's new file
 * without media, such as a thumbnail.
 *
 * @param now - in milliseconds since 1970
 */
export function isUnfinished(file: ProcessingFields, viewerId: string | undefined, now: number): boolean {
  if (file.scanning) return true;

  const isNew = now - Date.parse(file.lastModified) < PROCESSING_WAIT_MS;
  return file.userId === viewerId && isNew && lacksMedia(file);
}

/** Returns whether processing can add a thumbnail, the length of a sound, or the pages of a PDF. */
function lacksMedia({ contentType, media }: ProcessingFields): boolean {
  switch (fileKindFor(contentType)) {
    case 'image':
    case 'video':
      return !media?.thumbnail;
    case 'audio':
    case 'pdf':
      return !media;
    default:
      return false;
  }
}

/** Returns a listed file with the fields that processing changes. Keeps the listed likes, which may be newer. */
export function withProcessed(listedFile: ListedFile, processedFile: ListedFile): ListedFile {
  // A processed file lacks `scanning`, so the field must disappear.
  const { scanning: _, ...file } = listedFile;

  return {
    ...file,
    ...(processedFile.scanning && { scanning: processedFile.scanning }),
    size: processedFile.size,
    creditedBytes: processedFile.creditedBytes,
    media: processedFile.media,
    url: processedFile.url || listedFile.url,
  };
}
