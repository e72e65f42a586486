import { computeChecksum } from '../../../../../shared/upload/checksum.ts';
import type { Api } from '../../../platform/api/client.ts';
import type { putFile } from '../../../platform/pictures/put-file.ts';
import type { Upload } from './upload-file.ts';

/** A poster must not hold up the upload of its video for long. */
const POSTER_TIMEOUT_MS = 30_000;

interface PosterDependencies {
  readonly api: Pick<Api['files'], 'upload'>;
  readonly put: typeof putFile;
  readonly signal: AbortSignal;
}

/** Uploads the picture that stands for a stored video. Never rejects: without it, the video has an icon. */
export async function sendPoster(
  { userId, poster }: Pick<Upload, 'userId' | 'poster'>,
  fileId: string,
  deps: PosterDependencies,
): Promise<void> {
  if (!poster) return;

  const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(POSTER_TIMEOUT_MS)]);
  try {
    const request = {
      userId,
      purpose: 'poster',
      posterOf: fileId,
      fileName: poster.type === 'image/webp' ? 'poster.webp' : 'poster.jpg',
      fileType: poster.type,
      fileSize: poster.size,
      checksum: await computeChecksum(await poster.arrayBuffer()),
    } as const;
    const { presignedUrl, headers } = await deps.api.upload(request, { signal });
    await deps.put(presignedUrl, poster, { headers, onProgress: () => {}, signal });
  } catch (error) {
    console.info(error);
  }
}
