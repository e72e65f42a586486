import { computeChecksum } from '../../../../../shared/upload/checksum.ts';
import type { Api } from '../../../platform/api/client.ts';
import { type putFile, StorageError } from '../../../platform/pictures/put-file.ts';
import { type RetryContext, retryWhileTransient } from './parts/retry-while-transient.ts';
import type { Upload } from './upload-file.ts';

/** Time limit of sending the poster, in milliseconds. The video's upload ends only after the poster is sent. */
const POSTER_TIMEOUT_MS = 30_000;

interface PosterDependencies extends Omit<RetryContext, 'onOfflineChange'> {
  readonly api: Pick<Api['files'], 'upload'>;
  readonly put: typeof putFile;
}

/**
 * Uploads the poster of a stored video: the picture that is shown for the video. Retries after transient errors.
 *
 * Never rejects: a video without a poster is shown with an icon.
 */
export async function sendPoster(
  { userId, poster }: Pick<Upload, 'userId' | 'poster'>,
  fileId: string,
  deps: PosterDependencies,
): Promise<void> {
  if (!poster) return;

  const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(POSTER_TIMEOUT_MS)]);

  try {
    const request = await buildRequest(userId, fileId, poster);

    // Undefined if the next attempt must request a URL.
    let signedUpload: Awaited<ReturnType<typeof deps.api.upload>> | undefined;
    const tryUpload = async () => {
      // `retryWhileTransient` repeats the attempt, so the client doesn't retry.
      signedUpload ??= await deps.api.upload(request, { signal, retries: 'caller' });
      const { presignedUrl, headers } = signedUpload;

      try {
        await deps.put(presignedUrl, poster, { headers, onProgress: () => {}, signal });
      } catch (error) {
        // S3 may have rejected the URL, so the next attempt requests another one. After a lost connection, the next
        // attempt uses the same URL, because one URL can't store two posters.
        if (error instanceof StorageError) signedUpload = undefined;
        throw error;
      }
    };

    await retryWhileTransient(tryUpload, { ...deps, signal, onOfflineChange: () => {} });
  } catch (error) {
    // The video works without its poster, so this doesn't fail the upload.
    console.info(error);
  }
}

/** Builds the request for the URL to which the poster of a video is sent. */
async function buildRequest(userId: string, videoId: string, poster: Blob) {
  return {
    userId,
    purpose: 'poster',
    posterOf: videoId,
    fileName: poster.type === 'image/webp' ? 'poster.webp' : 'poster.jpg',
    fileType: poster.type,
    fileSize: poster.size,
    checksum: await computeChecksum(await poster.arrayBuffer()),
  } as const;
}
