import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { fileKindFor } from '../file-kind.ts';

/** How long the viewer's own picture is expected to get its thumbnail, in milliseconds. */
const THUMBNAIL_WAIT_MS = 120_000;

type CheckedFile = Pick<ListedFile, 'scanning' | 'contentType' | 'lastModified' | 'userId' | 'media'>;

/** Whether the server is still working on a file: it is being checked, or it is a new picture of the viewer. */
export function isUnfinished(file: CheckedFile, viewerId: string | undefined, now: number): boolean {
  if (file.scanning) return true;
  const isNew = now - Date.parse(file.lastModified) < THUMBNAIL_WAIT_MS;
  const isOwnPicture = file.userId === viewerId && fileKindFor(file.contentType) === 'image';
  return isOwnPicture && isNew && !file.media?.thumbnail;
}

/** Returns a listed file with what processing changes: not its likes, which a request in between could have changed. */
export function withProcessed(listedFile: ListedFile, processedFile: ListedFile): ListedFile {
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
