import type { StoredFile } from '../../lambdas/table/file.ts';
import { MAX_FILE_NAME_LENGTH } from '../../shared/depth/limits.ts';

/** The longest name that a file may have. */
export const LARGEST_FILE_NAME = `${'n'.repeat(MAX_FILE_NAME_LENGTH - 4)}.png`;

/** A file as it is recorded, of the usual size for its item; the number tells it from others and orders it. */
export function recordedFile(
  userId: string,
  number: number,
  {
    fileName = `holiday-picture-${number}.png`,
    ...rest
  }: Partial<Pick<StoredFile, 'fileName' | 'description' | 'depth'>> = {},
): StoredFile {
  return {
    key: `files/${userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/${fileName}`,
    userId,
    fileName,
    contentType: 'image/png',
    size: 1_000_000 + number,
    etag: '"9b2cf535f27731c974343645a3985328"',
    uploadedAt: new Date(1_760_000_000_000 + number).toISOString(),
    description: 'Uploaded on 21 November 2026',
    depth: 0,
    likeCount: 0,
    views: 0,
    revision: 0,
    ...rest,
  };
}
