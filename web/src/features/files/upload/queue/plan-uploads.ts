import type { RefusedLimit } from '../../../../../../shared/contract/error-params.ts';
import type { PlannedUploads } from '../../../../../../shared/sentences/limit-sentences.ts';
import { type QueuedFile, sizeOf } from './queue-state.ts';

/** The limits that an upload counts towards. */
export const UPLOAD_LIMITS = ['uploads', 'uploadBytes', 'storedBytes'] as const satisfies readonly RefusedLimit[];

/** Returns how much files will use of each limit. A video's poster is another upload, but doesn't count as stored. */
export function planUploads(files: readonly QueuedFile[]): PlannedUploads {
  // The poster of a single file is sent last, so its refusal doesn't affect the file.
  const posters = files.length > 1 ? files.flatMap(({ preparedFile }) => preparedFile?.poster ?? []) : [];
  const fileBytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  const posterBytes = posters.reduce((sum, { size }) => sum + size, 0);

  return {
    fileCount: files.length,
    uses: {
      uploads: files.length + posters.length,
      uploadBytes: fileBytes + posterBytes,
      storedBytes: fileBytes,
    },
  };
}
